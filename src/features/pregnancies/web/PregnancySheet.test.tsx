import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  addPregnancy,
  changePregnancy,
  type Pregnancy,
  type PrenatalVisit,
  pregnancies,
  prenatalVisits,
} from "#features/pregnancies/contract.ts";
import { type FakeAnswer, loseConnection, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { PregnancySheet } from "./PregnancySheet.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const aPregnancy = (more: Partial<Pregnancy> = {}): Pregnancy => ({
  id: 9,
  patientId: 1201,
  clinicId: 1,
  state: "open",
  lmp: "2026-06-05",
  edc: null,
  dueOn: "2027-03-12",
  datedBy: "lmp",
  outcome: null,
  endedOn: null,
  living: null,
  term: null,
  preterm: null,
  abortions: null,
  note: null,
  recordedAt: "2026-08-20T02:00:00Z",
  recordedByName: "Rafael Peñaflor",
  isOwn: true,
  updatedAt: "2026-08-20T02:00:00Z",
  version: 1,
  ...more,
});
const earlier = aPregnancy({
  id: 8,
  state: "earlier",
  lmp: null,
  dueOn: null,
  datedBy: null,
  term: 2,
  preterm: 0,
  abortions: 0,
  living: 2,
});
const visit: PrenatalVisit = {
  date: "2026-11-20",
  days: 168,
  bloodPressure: "142/88",
  weight: 58.9,
  fundalHeight: 20,
  fetalHeartTone: 144,
  presentation: "cephalic",
};
type More = { visits?: PrenatalVisit[]; whenAny?: boolean; answers?: FakeAnswer[]; user?: object };
const show = (rows: Pregnancy[], { visits = [visit], whenAny = false, answers = [], user = {} }: More = {}) =>
  renderScreen(<PregnancySheet patient={aPatientRecord({ id: 1201, sex: "F" })} whenAny={whenAny} />, {
    user,
    answers: [reply(pregnancies, rows), reply(prenatalVisits, visits), ...answers],
  });

it("shows weeks, EDC, score and the visits with out-of-range values", async () => {
  show([aPregnancy(), earlier]);
  expect(await screen.findByText("24 weeks, EDC Mar 12, 2027")).toBeTruthy();
  expect(screen.getByText("G3P2 (2-0-0-2)")).toBeTruthy();
  const table = within(await screen.findByRole("table", { name: "Prenatal visits" }));
  expect(table.getByText("24w 0d")).toBeTruthy();
  expect(table.getByText("140/90 or above")).toBeTruthy();
  expect(table.getByText("More than 3 cm below 24 weeks")).toBeTruthy();
});

it("asks for the outcome from 42 weeks on, and records it", async () => {
  const { hand, sent } = show([aPregnancy({ lmp: "2026-01-20", dueOn: "2026-10-27" })], {
    answers: [reply(changePregnancy, aPregnancy({ state: "ended" }))],
  });
  await screen.findByText("By these dates this pregnancy has ended. How did it end?");
  expect(screen.getByText("Past 42 weeks, EDC Oct 27, 2026")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Record Outcome" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Record Outcome" }));
  await hand.selectOptions(dialog.getByRole("combobox", { name: "Outcome" }), "term");
  await hand.type(dialog.getByRole("textbox", { name: "Date" }), "10252026");
  await hand.click(dialog.getByRole("button", { name: "Save Outcome" }));
  await waitFor(() => expect(sent(changePregnancy)).toHaveLength(1));
  expect(sent(changePregnancy)[0]?.body).toEqual({
    outcome: "term",
    endedOn: "2026-10-25",
    living: 1,
    note: null,
  });
});

it("keeps the children of twins when the outcome is corrected", async () => {
  const twins = aPregnancy({ state: "ended", outcome: "term", endedOn: "2027-02-10", living: 2 });
  const { hand, sent } = show([twins], { answers: [reply(changePregnancy, twins)] });
  await hand.click(await screen.findByRole("button", { name: /^Correct/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Correct Outcome" }));
  const outcome = dialog.getByRole("combobox", { name: "Outcome" });
  // What is possible at 35 weeks, and what is recorded.
  expect(within(outcome).getAllByRole("option")).toHaveLength(8);
  expect(within(outcome).queryByRole("option", { name: "Miscarriage" })).toBeNull();
  await hand.selectOptions(outcome, "preterm");
  await hand.click(dialog.getByRole("button", { name: "Save Outcome" }));
  await waitFor(() =>
    expect(sent(changePregnancy)).toMatchObject([{ body: { outcome: "preterm", living: 2 } }]),
  );
});

it("asks before saving an EDC that is far from the LMP's", async () => {
  const { hand, sent } = show([], { answers: [reply(addPregnancy, aPregnancy())] });
  await screen.findByText("No pregnancy recorded.");
  await hand.click(screen.getByRole("button", { name: "Record Pregnancy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Record Pregnancy" }));
  await hand.type(dialog.getByRole("textbox", { name: /^LMP/ }), "05112026");
  await hand.type(dialog.getByRole("textbox", { name: /^EDC/ }), "08202027");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  const asked = within(await screen.findByRole("alertdialog"));
  expect(asked.getByText(/26 weeks 4 days later than by the LMP/)).toBeTruthy();
  await hand.click(asked.getByRole("button", { name: "Go back" }));
  expect(sent(addPregnancy)).toHaveLength(0);
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  await hand.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Save Anyway" }),
  );
  await waitFor(() =>
    expect(sent(addPregnancy)).toMatchObject([{ body: { lmp: "2026-05-11", edc: "2027-08-20" } }]),
  );
});

it("shows a refused date at its field", async () => {
  const { hand } = show([], {
    answers: [
      refuse(addPregnancy, "invalid", "This is more than 44 weeks ago.", {
        fields: { lmp: "This is more than 44 weeks ago." },
      }),
    ],
  });
  await screen.findByText("No pregnancy recorded.");
  await hand.click(screen.getByRole("button", { name: "Record Pregnancy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Record Pregnancy" }));
  await hand.type(dialog.getByRole("textbox", { name: /^LMP/ }), "01052026");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("This is more than 44 weeks ago.")).toBeTruthy();
});

it("is hidden beyond the age unless something is recorded", async () => {
  const { sent } = show([], { whenAny: true });
  await waitFor(() => expect(sent(pregnancies)).toHaveLength(1));
  expect(screen.queryByRole("heading", { name: "Pregnancy" })).toBeNull();
});

it("is read-only for users who may not edit, and shows an error when it fails to load", async () => {
  show([aPregnancy()], { user: staffWith("view_patients") });
  await screen.findByText("24 weeks, EDC Mar 12, 2027");
  expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Record Outcome" })).toBeNull();
});

it("can be retried after a failure", async () => {
  renderScreen(<PregnancySheet patient={aPatientRecord({ id: 1201, sex: "F" })} whenAny={false} />, {
    answers: [loseConnection(pregnancies)],
  });
  await screen.findByText("Failed to load the pregnancies");
});
