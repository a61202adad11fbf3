import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import {
  addImmunization,
  changeImmunization,
  type Immunization,
  immunizations,
} from "#features/immunizations/contract.ts";
import {
  emptySummary,
  type FakeAnswer,
  loseConnection,
  refuse,
  renderScreen,
  reply,
  staffWith,
} from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ImmunizationSheet } from "./ImmunizationSheet.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const bcg: Immunization = {
  id: 41,
  patientId: 1201,
  clinicId: 1,
  vaccine: "BCG",
  dose: 1,
  date: "2025-09-20",
  brand: null,
  lot: "L-118",
  site: "right arm",
  isElsewhere: true,
  state: "given",
  recordedBy: "Marites Bañez",
  isOwn: true,
  createdAt: "2025-09-21T02:00:00Z",
  version: 2,
};
const show = (given: Immunization[], answers: FakeAnswer[] = [], user: object = {}) =>
  renderScreen(
    <ImmunizationSheet patient={aPatientRecord({ id: 1201, sex: "F", birthday: "2025-09-20", age: 1 })} />,
    { user, answers: [reply(immunizations, given), ...answers] },
  );
const dialogNamed = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("shows given and overdue doses, and records an overdue dose of today with one more press", async () => {
  const { hand, sent } = show([bcg], [reply(addImmunization, { ...bcg, id: 42, vaccine: "MMR" })]);
  expect(await screen.findByText("lot L-118, right arm, given elsewhere")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Given Today: BCG 1" })).toBeNull();
  expect(screen.getAllByText(/^Overdue/).length).toBeGreaterThan(0);
  await hand.click(screen.getByRole("button", { name: "Given Today: MMR 1" }));
  await hand.click((await dialogNamed("Record Dose")).getByRole("button", { name: "Record Dose" }));
  await waitFor(() =>
    expect(sent(addImmunization)[0]?.body).toEqual({
      vaccine: "MMR",
      dose: 1,
      date: "2026-11-20",
      brand: null,
      lot: null,
      site: null,
      isElsewhere: false,
    }),
  );
});

it("proposes the dose after the last one of a vaccine", async () => {
  const { hand } = show([{ ...bcg, vaccine: "Rabies", dose: 2 }]);
  await hand.click(await screen.findByRole("button", { name: "Record Dose" }));
  const dialog = await dialogNamed("Record Dose");
  await hand.type(dialog.getByRole("combobox", { name: "Vaccine" }), "rabies");
  await hand.tab();
  expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Dose" }).value).toBe("3");
});

it("keeps a correction typed after another user's, and says so", async () => {
  const words = "Someone else changed this meanwhile. Open it again and check it first.";
  const { hand, sent } = show(
    [bcg],
    [refuse(changeImmunization, "changed_meanwhile", words, { current: { ...bcg, version: 3 } })],
  );
  await hand.click(await screen.findByRole("button", { name: "Correct BCG 1" }));
  const dialog = await dialogNamed("Correct Dose");
  const lot = dialog.getByRole<HTMLInputElement>("textbox", { name: /^Lot/ });
  await hand.clear(lot);
  await hand.type(lot, "L-119");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(lot.value).toBe("L-119");
  expect(sent(changeImmunization)[0]?.headers.get("if-match")).toBe('"v2"');
});

it("strikes out a dose recorded by mistake, and lists it as due again", async () => {
  show([{ ...bcg, state: "entered_in_error" }]);
  expect(await screen.findByText("Entered in error")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Given Today: BCG 1" })).toBeTruthy();
});

it("is read-only for users who may only view", async () => {
  show([bcg], [], staffWith("view_patients"));
  await screen.findByText("lot L-118, right arm, given elsewhere");
  expect(screen.queryByRole("button", { name: /Given Today|Record Dose|Correct/ })).toBeNull();
});

it("can be retried after a failure", async () => {
  show([], [loseConnection(immunizations)]);
  expect(await screen.findByText("Failed to load the immunizations")).toBeTruthy();
});

it("warns before a live vaccine is recorded during a pregnancy", async () => {
  const dates = { lmp: "2026-08-01", dueOn: "2027-05-08", datedBy: "lmp" as const };
  const pregnancy = { id: 5, ...dates, score: "G1P0 (0-0-0-0)" };
  const { hand } = renderScreen(
    <ImmunizationSheet patient={aPatientRecord({ id: 1201, sex: "F", birthday: "1996-05-04", age: 30 })} />,
    { answers: [reply(immunizations, []), reply(summary, { ...emptySummary, pregnancy })] },
  );
  await hand.click(await screen.findByRole("button", { name: "Record Dose" }));
  const dialog = await dialogNamed("Record Dose");
  await hand.type(dialog.getByLabelText("Vaccine"), "mmr");
  expect(dialog.getByRole("status").textContent).toContain("pregnant. MMR is given after");
  await hand.clear(dialog.getByLabelText("Vaccine"));
  await hand.type(dialog.getByLabelText("Vaccine"), "Influenza");
  expect(dialog.queryByText(/The patient is pregnant/)).toBeNull();
});
