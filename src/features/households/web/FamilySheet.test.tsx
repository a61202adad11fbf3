import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  changeContacts,
  changeRelation,
  type Household,
  household,
  leaveHousehold,
  linkHousehold,
  type Member,
} from "#features/households/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type FakeAnswer, loseConnection, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
// Preloaded: a first dynamic import may take longer than a test waits.
import "./ContactsDialog.tsx";
import { FamilySheet } from "./FamilySheet.tsx";
import "./RelationDialog.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const mother: Member = {
  id: 1300,
  patientName: "Nuñez, Carmela Cabahug",
  admissionNo: "20261119-009",
  birthday: "1990-03-01",
  age: 36,
  sex: "F",
  isArchived: false,
  relation: "Mother",
};
const { relation: _, ...proposal } = { ...mother, id: 1301, patientName: "Nuñez, Ramon" };
const aFamily = (more: Partial<Household> = {}): Household => ({
  patientId: 1201,
  relation: null,
  members: [],
  guardian: null,
  nextOfKin: null,
  proposals: [],
  ...more,
});

type More = { answers?: FakeAnswer[]; user?: object; patient?: object };
const show = (family: Household, { answers = [], user = {}, patient = {} }: More = {}) => {
  const onOpen = vi.fn<(id: number) => void>();
  const shown = renderScreen(
    <FamilySheet
      patient={aPatientRecord(patient)}
      onOpen={onOpen}
      choosing={({ why, onChosen }) => (
        <button type="button" onClick={() => onChosen(1300)}>
          Chosen: {why}
        </button>
      )}
    />,
    { user, answers: [reply(household, family), ...answers] },
  );
  return { ...shown, onOpen };
};

it("shows guardian, next of kin and the household, and opens each in one press", async () => {
  const { hand, onOpen } = show(
    aFamily({
      relation: "Child",
      members: [mother],
      guardian: { name: mother.patientName, relation: "Mother", phone: "+639175550101", patientId: 1300 },
      nextOfKin: { name: "Lorna Reyes", relation: "Aunt", phone: null },
    }),
  );
  const list = within(await screen.findByRole("list", { name: "Household" }));
  await hand.click(list.getByRole("button", { name: /^Nuñez, Carmela Cabahug36 \/ F · Mother$/ }));
  expect(onOpen).toHaveBeenCalledWith(1300);
  await hand.click(screen.getByRole("button", { name: "Nuñez, Carmela Cabahug" }));
  expect(onOpen).toHaveBeenCalledTimes(2);
  expect(screen.getByText("Lorna Reyes")).toBeTruthy();
  expect(screen.getByText("This patient: Child")).toBeTruthy();
});

it("proposes patients with the same address and phone, and links nobody automatically", async () => {
  const { hand, sent } = show(aFamily({ proposals: [proposal] }), {
    answers: [reply(linkHousehold, { patientId: 1201 })],
  });
  const list = within(await screen.findByRole("list", { name: "Same address and phone" }));
  expect(sent(linkHousehold)).toHaveLength(0);
  await hand.click(list.getByRole("button", { name: "Link Nuñez, Ramon" }));
  await waitFor(() => expect(sent(linkHousehold)).toHaveLength(1));
  expect(sent(linkHousehold)[0]?.body).toEqual({ patientId: 1301 });
});

it("links a patient found by search", async () => {
  const { hand, sent } = show(aFamily(), { answers: [reply(linkHousehold, { patientId: 1201 })] });
  await screen.findByText("No family recorded.");
  await hand.click(screen.getByRole("button", { name: "Link Patient" }));
  await hand.click(await screen.findByRole("button", { name: /^Chosen/ }));
  await waitFor(() => expect(sent(linkHousehold)[0]?.body).toEqual({ patientId: 1300 }));
});

it("changes a member's role, and removes the patient from the household", async () => {
  const { hand, sent } = show(aFamily({ members: [mother] }), {
    answers: [reply(changeRelation, { patientId: 1300 }), reply(leaveHousehold, { patientId: 1201 })],
  });
  await hand.click(await screen.findByRole("button", { name: "Relation of Nuñez, Carmela Cabahug" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Relation in the Household" }));
  const field = dialog.getByRole("textbox", { name: /^Relation/ });
  await hand.clear(field);
  await hand.type(field, "Grandmother");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(changeRelation)[0]?.body).toEqual({ relation: "Grandmother" }));
  await hand.click(await screen.findByRole("button", { name: "Leave Household" }));
  await waitFor(() => expect(sent(leaveHousehold)).toHaveLength(1));
});

it("records the next of kin, and a patient of the clinic as guardian", async () => {
  const { hand, sent } = show(aFamily(), {
    answers: [
      reply(changeContacts, { patientId: 1201 }),
      reply(onePatient, aPatientRecord({ id: 1300, patientName: mother.patientName })),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Add Contacts" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Next of Kin and Guardian/ }));
  const kin = within(dialog.getByRole("group", { name: "Next of kin" }));
  await hand.type(kin.getByRole("textbox", { name: /^Relation/ }), "Aunt");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter a name first")).toBeTruthy();
  await hand.type(kin.getByRole("textbox", { name: /^Name/ }), "Lorna Reyes");
  await hand.click(dialog.getByRole("button", { name: "Choose a Patient" }));
  await hand.click(await screen.findByRole("button", { name: /^Chosen/ }));
  expect((await dialog.findAllByText("Nuñez, Carmela Cabahug")).length).toBeGreaterThan(0);
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(changeContacts)).toHaveLength(1));
  expect(sent(changeContacts)[0]?.body).toEqual({
    nextOfKin: { name: "Lorna Reyes", relation: "Aunt", phone: null },
    guardian: { relation: null, patientId: 1300 },
  });
});

it("sends only the contact that was changed", async () => {
  const contact = { name: "Lorna Reyes", relation: "Aunt", phone: null };
  const { hand, sent } = show(aFamily({ nextOfKin: contact, guardian: { ...contact, patientId: null } }), {
    answers: [reply(changeContacts, { patientId: 1201 })],
  });
  await hand.click(await screen.findByRole("button", { name: "Change Contacts" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Next of Kin and Guardian/ }));
  const kin = within(dialog.getByRole("group", { name: "Next of kin" }));
  await hand.type(kin.getByRole("textbox", { name: /^Relation/ }), "-in-law");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(changeContacts)).toHaveLength(1));
  expect(sent(changeContacts)[0]?.body).toEqual({ nextOfKin: { ...contact, relation: "Aunt-in-law" } });
});

it("says at the chosen guardian why it is refused", async () => {
  const contact = { name: mother.patientName, relation: "Mother", phone: null };
  const refused = refuse(changeContacts, "invalid", "", {
    fields: { "guardian.patientId": "This patient is not older." },
  });
  const { hand } = show(aFamily({ guardian: { ...contact, patientId: 1300 } }), {
    answers: [refused, reply(onePatient, aPatientRecord({ id: 1300 }))],
  });
  await hand.click(await screen.findByRole("button", { name: "Change Contacts" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Next of Kin and Guardian/ }));
  const guardian = within(dialog.getByRole("group", { name: "Guardian" }));
  await hand.type(guardian.getByLabelText(/^Relation/), " of both");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  expect((await guardian.findByRole("alert")).textContent).toContain("This patient is not older.");
});

it("asks for no guardian of an adult", async () => {
  const { hand } = show(aFamily(), { patient: { birthday: "1990-01-01", age: 36 } });
  await hand.click(await screen.findByRole("button", { name: "Add Contacts" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Next of Kin and Guardian/ }));
  expect(dialog.queryByRole("group", { name: "Guardian" })).toBeNull();
});

it("is read-only for users who may only view", async () => {
  show(aFamily({ members: [mother], proposals: [proposal] }), { user: staffWith("view_patients") });
  await screen.findByRole("list", { name: "Household" });
  expect(screen.queryByRole("button", { name: /^(Link|Relation|Leave|Add|Change)/ })).toBeNull();
});

it("can be retried after a failure", async () => {
  renderScreen(<FamilySheet patient={aPatientRecord()} onOpen={() => undefined} choosing={() => null} />, {
    answers: [loseConnection(household)],
  });
  await screen.findByText("Failed to load the family");
});
