import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Allergy,
  addAllergy,
  allergies,
  changeAllergy,
  type Medicine,
  noKnownAllergies,
  sayNoKnownAllergies,
} from "#features/clinical-lists/contract.ts";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { emptySummary, loseConnection, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { SafetyStrip } from "./SafetyStrip.tsx";
import { commonEnd, fitting, medicineRow, onPhones, SHOWN_MEDICINES, type StripRow } from "./strip-rows.ts";

const anAllergy = (id: number, substance: string, more: Partial<Allergy> = {}): Allergy => ({
  id,
  patientId: 1201,
  clinicId: 1,
  recordedAt: "2026-11-20T02:00:00Z",
  recordedByName: "Rafael Peñaflor",
  isOwn: true,
  updatedAt: "2026-11-20T02:00:00Z",
  version: 3,
  substance,
  reaction: null,
  severity: null,
  howKnown: null,
  state: "active",
  isFreeText: false,
  ...more,
});
const patient = reply(onePatient, aPatientRecord({ id: 1201 }));
const withAllergies = (allergies: Allergy[]): Summary => ({
  ...emptySummary,
  allergies,
});
const show = (head: Parameters<typeof reply<typeof summary>>[1] | null, more: object = {}) =>
  renderScreen(<SafetyStrip patientId={1201} />, {
    answers: [patient, head === null ? loseConnection(summary) : reply(summary, head)],
    ...more,
  });
const cell = async (name: string) => within(await screen.findByRole("region", { name }));

test("what nobody recorded is one line, in which allergies are asked for", async () => {
  const { hand, sent } = show(emptySummary, {
    answers: [
      patient,
      reply(summary, emptySummary),
      reply(sayNoKnownAllergies, { ...anAllergy(1, ""), words: "No known allergies" }),
    ],
  });
  await screen.findByText("Allergies: not recorded");
  for (const name of ["Allergies", "Problems", "Medicines now", "Vital signs", "Plan"])
    expect(screen.queryByRole("region", { name })).toBeNull();
  screen.getByText("No problems, no medicines, no vital signs recorded");
  screen.getByRole("button", { name: "Change medicines now" });
  screen.getByRole("button", { name: "Add Allergy" });
  await hand.click(screen.getByRole("button", { name: "No known allergies" }));
  await waitFor(() => expect(sent(sayNoKnownAllergies)).toMatchObject([{ params: { id: "1201" } }]));
});

test("allergies that nobody recorded keep their cell beside others", async () => {
  show({ ...emptySummary, pregnancy });
  expect((await cell("Allergies")).getByText("Not recorded")).toBeTruthy();
  (await cell("Allergies")).getByRole("button", { name: "No known allergies" });
  screen.getByText("No medicines, no vital signs recorded");
});

test("the day on which all medicines end is in the title", () => {
  const medicine = (until: string | null) =>
    ({ generic: "losartan", until, source: "prescription" }) as Medicine;
  expect(commonEnd([medicine("2026-11-30"), medicine("2026-11-30")])).toBe("2026-11-30");
  expect(commonEnd([medicine("2026-11-30"), medicine("2026-12-30")])).toBeNull();
  expect(commonEnd([medicine("2026-11-30"), medicine(null)])).toBeNull();
  expect(commonEnd([])).toBeNull();
  expect(medicineRow(medicine("2026-11-30"), "2026-11-20").aside).toBe("to Nov 30");
  expect(medicineRow(medicine("2026-11-30"), "2026-11-20", true).aside).toBe("");
});

test("a phone's record shows what is out of range, or the first two signs", () => {
  const flag = { text: "very high", tone: "bad" } as const;
  const shown = (rows: StripRow[]) => onPhones(rows).map(({ isOnDesk }) => !isOnDesk);
  expect(
    shown([
      { key: "1", text: "BP", flag },
      { key: "2", text: "Pulse" },
    ]),
  ).toEqual([true, false]);
  expect(
    shown([
      { key: "1", text: "BP" },
      { key: "2", text: "Pulse" },
      { key: "3", text: "RR" },
    ]),
  ).toEqual([true, true, false]);
});

test("on the record a pregnancy is in its head, unless its outcome is missing", async () => {
  at("2026-11-20T02:42:00Z");
  const onRecord = (of: Summary) =>
    renderScreen(<SafetyStrip patientId={1201} onRecord />, { answers: [patient, reply(summary, of)] });
  onRecord({ ...emptySummary, pregnancy });
  await screen.findByText("Allergies: not recorded");
  expect(screen.queryByText("Pregnant, 24 weeks")).toBeNull();
  cleanup();
  onRecord({ ...emptySummary, pregnancy: { ...pregnancy, dueOn: "2026-11-06" } });
  await screen.findByText("Record how it ended");
});

test("five medicines are shown, however long their names", () => {
  const medicines = Array.from({ length: 7 }, (_, at) => ({ key: String(at), text: "x".repeat(40) }));
  expect(fitting(medicines, SHOWN_MEDICINES)).toEqual({
    shown: medicines.slice(0, 5),
    hidden: 2,
  });
});

test("No known allergies is shown with author and date, unlike an empty record", async () => {
  show({ ...emptySummary, noKnownAllergies: { ...anAllergy(1, ""), words: "No known allergies" } });
  expect((await cell("Allergies")).getByText("No known allergies")).toBeTruthy();
  expect((await cell("Allergies")).getByText(/Rafael Peñaflor/)).toBeTruthy();
});

test("that no drug allergies are known is not shown as none at all", async () => {
  show({ ...emptySummary, noKnownAllergies: { ...anAllergy(1, ""), words: "NKDA" } });
  expect((await cell("Allergies")).getByText("No known drug allergies")).toBeTruthy();
});

test("counts the rows without room", async () => {
  show({
    ...withAllergies(
      ["Penicillin", "Ibuprofen", "Latex", "Shrimp", "Iodine", "Dust"].map((name, at) =>
        anAllergy(at + 1, name),
      ),
    ),
  });
  expect((await cell("Allergies")).getByText("1 more")).toBeTruthy();
  const long = [{ key: "1", text: "x".repeat(400) }];
  expect(fitting(long)).toEqual({ shown: long, hidden: 0 });
});

const pregnancy = {
  id: 9,
  lmp: "2026-06-05",
  dueOn: "2027-03-12",
  datedBy: "lmp",
  score: "G3P2 (2-0-0-2)",
} as const;

const at = (now: string) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
};

test("a pregnancy comes before the problems, with weeks, EDC and score", async () => {
  at("2026-11-20T02:42:00Z");
  show({ ...emptySummary, pregnancy });
  const problems = await cell("Problems");
  expect(problems.getByText("Pregnant, 24 weeks")).toBeTruthy();
  expect(problems.getByText("EDC Mar 12, 2027")).toBeTruthy();
  expect(problems.getByText("G3P2 (2-0-0-2)")).toBeTruthy();
  expect(problems.queryByText("None recorded")).toBeNull();
});

test("a pregnancy past 42 weeks asks for the outcome instead of counting on", async () => {
  at("2026-11-20T02:42:00Z");
  show({ ...emptySummary, pregnancy: { ...pregnancy, dueOn: "2026-11-06", datedBy: "ultrasound" } });
  const problems = await cell("Problems");
  expect(problems.getByText("Pregnant past 42 weeks")).toBeTruthy();
  expect(problems.getByText("Record how it ended")).toBeTruthy();
});

test("a failure says that allergies could not be loaded, and can be retried", async () => {
  const { hand, answer } = show(null);
  await screen.findByText("Allergies, problems and medicines could not be loaded");
  answer(reply(summary, withAllergies([anAllergy(1, "Penicillin")])));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Penicillin");
});

test("users who may not edit have no buttons", async () => {
  show(emptySummary, { user: staffWith("view_patients") });
  await screen.findByText("Allergies: not recorded");
  expect(screen.queryByRole("button")).toBeNull();
});

test("Change opens the list: a row is typed and added with Enter, and resolved with Undo", async () => {
  const rows = [anAllergy(1, "Penicillin", { severity: "severe", reaction: "rash" })];
  const { hand, sent } = renderScreen(<SafetyStrip patientId={1201} />, {
    answers: [
      patient,
      reply(summary, withAllergies(rows)),
      reply(allergies, () => rows),
      reply(noKnownAllergies, null),
      reply(addAllergy, () => anAllergy(2, "Shrimp")),
      reply(changeAllergy, () => anAllergy(1, "Penicillin", { state: "resolved" })),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Change allergies" }));
  const dialog = within(await screen.findByRole("dialog"));
  const substance = await dialog.findByRole("textbox", { name: "Substance" });
  await waitFor(() => expect(document.activeElement).toBe(substance));
  await hand.keyboard("Shrimp{Enter}");
  await waitFor(() => expect(sent(addAllergy)[0]?.body).toMatchObject({ substance: "Shrimp" }));
  await waitFor(() => expect((substance as HTMLInputElement).value).toBe(""));
  await hand.click(dialog.getByRole("button", { name: "Resolve: Penicillin" }));
  // jsdom treats the page behind a dialog as out of the pointer's reach.
  (await screen.findByRole("button", { name: "Undo" })).click();
  await waitFor(() =>
    expect(sent(changeAllergy).map(({ body }) => body)).toEqual([{ state: "resolved" }, { state: "active" }]),
  );
});

test("a row that was changed since it was opened is not overwritten", async () => {
  const row = anAllergy(1, "Penicillin");
  const { hand, sent } = renderScreen(<SafetyStrip patientId={1201} />, {
    answers: [
      patient,
      reply(summary, withAllergies([row])),
      reply(allergies, () => (sent(changeAllergy).length > 0 ? [{ ...row, version: 4 }] : [row])),
      reply(noKnownAllergies, null),
      refuse(changeAllergy, "changed_meanwhile", "Someone else changed this meanwhile."),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Change allergies" }));
  await hand.click(await screen.findByRole("button", { name: "Edit Penicillin" }));
  const form = within(screen.getByRole("form", { name: "Change Penicillin" }));
  await hand.type(form.getByRole("textbox", { name: "Reaction" }), "rash{Enter}");
  expect(await form.findByText("Someone else changed this meanwhile.")).toBeTruthy();
  await waitFor(() => expect(sent(allergies).length).toBeGreaterThan(1));
  await hand.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(changeAllergy)).toHaveLength(2));
  expect(sent(changeAllergy).map(({ headers }) => headers.get("if-match"))).toEqual(['"v3"', '"v3"']);
});

test("a refusal is shown at its field", async () => {
  const { hand } = renderScreen(<SafetyStrip patientId={1201} />, {
    answers: [
      patient,
      reply(summary, emptySummary),
      reply(allergies, []),
      reply(noKnownAllergies, null),
      refuse(addAllergy, "taken", "Penicillin is recorded already.", {
        fields: { substance: "Recorded already" },
      }),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Add Allergy" }));
  await hand.type(await screen.findByRole("textbox", { name: "Substance" }), "Penicillin{Enter}");
  await screen.findByText("Recorded already");
});
