import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addAddendum, type Consultation, consultationPdf } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type Prescription, patientPrescriptions } from "#features/prescriptions/contract.ts";
import { visitTimeline } from "#features/timeline/contract.ts";
import { dengue, pageOf, visitWith, vitalsAlone } from "#features/timeline/web/testing-timeline.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { VisitsSheet } from "./RecordVisits.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T02:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const listing = (...entries: Consultation[]) =>
  reply(visitTimeline, pageOf(...entries.map((entry) => visitWith(entry))));
const patient = reply(onePatient, aPatientRecord());
const showRecords = (answers: FakeAnswer[], user = {}) => {
  const onAdd = vi.fn();
  const ui = <VisitsSheet patientId={1201} onAdd={onAdd} />;
  return { onAdd, ...renderScreen(ui, { answers: [patient, ...answers], user }) };
};

it("shows an empty state, and adds the first", async () => {
  const { hand, onAdd } = showRecords([listing()]);
  expect(await screen.findByText("No consultation records found for this patient.")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Add New Consultation" }));
  expect(onAdd).toHaveBeenCalledOnce();
});

it("shows an error when the list fails to load", async () => {
  showRecords([refuse(visitTimeline, "internal", "")]);
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load consultations");
});

it("lists the Manila day, the type, the signs, the complaint and the diagnosis", async () => {
  showRecords([listing(dengue, vitalsAlone)]);
  await screen.findByText("Fever, day 4");
  const [first, second] = screen.getAllByRole("article").map((row) => within(row));
  for (const text of ["Nov 20, 2026", "Dengue fever", "General"]) expect(first?.getByText(text)).toBeTruthy();
  expect(first?.getByText("Found").nextElementSibling?.textContent).toBe(
    "BP\u00a092/58, T\u00a038.9\u00a0°C",
  );
  for (const text of ["Vital signs recorded", "Vitals"]) expect(second?.getByText(text)).toBeTruthy();
});

it("shows the plan and the follow-up date, and the desk's vital signs with the consultation of that day", async () => {
  const atDesk = {
    ...vitalsAlone,
    createdAt: "2026-11-19T16:10:00Z",
    vitalSigns: { ...NO_VITAL_SIGNS, pulse: 96 },
  };
  const visit = visitWith({ ...dengue, vitalSigns: null }, { desk: [atDesk] });
  const { hand } = showRecords([reply(visitTimeline, pageOf(visit))]);
  await screen.findByText("Fever, day 4");
  const entry = within(screen.getByRole("article", { name: /^Dengue fever/ }));
  for (const [label, text] of [
    ["Came for", "Fever, day 4"],
    ["Found", "pulse 96"],
    ["Plan", "Oral rehydrationParacetamol 250 mgFollow-up Nov 21, 2026"],
  ] as const)
    expect(entry.getByText(label).nextElementSibling?.textContent?.replaceAll("\u00a0", " ")).toBe(text);
  await hand.click(screen.getByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  expect(dialog.getByText("Vital signs, 12:10 AM").nextElementSibling?.textContent).toBe("Pulse 96 bpm");
});

it("shows what was prescribed on the consultation's day", async () => {
  const of = (createdAt: string, name: string, isConfidential = false): Prescription => ({
    id: 1,
    patientId: 1201,
    clinicId: 1,
    status: "final",
    preparedByName: null,
    physicianName: "Rafael Peñaflor",
    physicianLicense: "0098412",
    physicianSpecialization: null,
    physicianPTR: null,
    physicianS2: null,
    patientAddress: null,
    diagnosis: null,
    additionalInstructions: null,
    prescriptionDate: "2026-11-20",
    allergyReason: null,
    releasedAt: null,
    withdrawnByName: null,
    withdrawnAt: null,
    withdrawReason: null,
    medications: [
      {
        name,
        genericName: null,
        brandName: null,
        strength: "50 mg",
        form: null,
        quantity: null,
        dosage: "1 tab",
        frequency: "OD",
        duration: "30 days",
        instructions: null,
      },
    ],
    createdAt,
    isConfidential,
    isOwn: false,
  });
  const { hand } = showRecords([
    listing({ ...dengue, medications: null }),
    reply(patientPrescriptions, [
      of("2026-11-20T16:10:00Z", "of the next day"),
      of("2026-11-20T02:00:00Z", "kept secret", true),
      { ...of("2026-11-20T01:30:00Z", "not released yet"), status: "prepared" },
      of("2026-11-20T01:00:00Z", "losartan"),
    ]),
  ]);
  await hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  const label = await dialog.findByText("Prescribed");
  expect(label.nextElementSibling?.textContent).toBe("losartan 50 mg: 1 tab, OD, 30 days");
  expect(dialog.queryByText("Medications")).toBeNull();
});

it("strikes out vital signs that were entered in error, and shows the desk's instead", async () => {
  const vitalsInError = { at: "2026-11-19T17:00:00Z", byName: "Liza Reyes", reason: "Another patient's" };
  const wrong = { ...dengue, vitalsInError };
  const atDesk = { ...vitalsAlone, createdAt: "2026-11-19T16:10:00Z" };
  const before = visitWith({ ...vitalsAlone, vitalsInError });
  const { hand } = showRecords([reply(visitTimeline, pageOf(visitWith(wrong, { desk: [atDesk] }), before))]);
  await screen.findByText("Fever, day 4");
  const [first, second] = screen.getAllByRole("article");
  expect(first?.querySelector("s")).toBeNull();
  expect(second?.querySelector("s")?.textContent).toBe("BP\u00a092/58, T\u00a038.9\u00a0°C");
  await hand.click(screen.getByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  expect(
    dialog.getByText("Entered in error (Nov 20, 2026, 1:00 AM by Liza Reyes): Another patient's"),
  ).toBeTruthy();
  // The same values, but not in error.
  expect(dialog.getByText("Vital signs, 12:10 AM").nextElementSibling?.textContent).toBe(
    "Blood pressure 92/58 mmHgTemperature 38.9 °C",
  );
});

it("offers no new consultation to users who may only view", async () => {
  showRecords([listing()], staffWith("view_patients"));
  await screen.findByText("No consultation records found for this patient.");
  expect(screen.queryByRole("button", { name: "Add New Consultation" })).toBeNull();
});

it("loads the next page on demand", async () => {
  const { hand, sent } = showRecords([
    reply(
      visitTimeline,
      ({ query }) => ({
        visits: [visitWith(query.cursor ? vitalsAlone : dengue)],
        more: query.cursor ? null : { days: 1, until: "2026-11-18" },
      }),
      { "x-next-cursor": "abc", "x-total-count": "2" },
    ),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Show 1 more, to November 2026" }));
  expect(await screen.findByText("Vital signs recorded")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
  expect(sent(visitTimeline).map(({ query }) => query.cursor)).toEqual([undefined, "abc"]);
});

it("opens one with everything that was written", async () => {
  const { hand } = showRecords([listing(dengue)]);
  await hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  const lines = dialog
    .getAllByRole("term")
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(Object.fromEntries(lines)).toEqual({
    Type: "General",
    "Consultation ID": "31",
    "Vital signs": "Blood pressure 92/58 mmHgTemperature 38.9 °C",
    "Chief complaint": "Fever, day 4",
    "History of present illness": "Fever four days ago",
    "Physical examination": "Not specified",
    Diagnosis: "Dengue fever",
    "Treatment plan": "Oral rehydration",
    Medications: "Paracetamol 250 mg",
    "Next Appointment": "November 21, 2026",
    "Additional notes": "Not specified",
  });
});

const added = {
  id: 71,
  text: "Platelets 92, by phone.",
  authorName: "Marites Bañez",
  isOwn: false,
  enteredInError: null,
  createdAt: "2026-11-20T05:00:00Z",
};
const openDengue = async (...answers: FakeAnswer[]) => {
  const shown = showRecords([listing(dengue), ...answers]);
  await shown.hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  return { ...shown, dialog: within(await screen.findByRole("dialog", { name: "Consultation Details" })) };
};

it("adds an addendum with date and author, and shows it with the visit", async () => {
  const changed = { ...dengue, addenda: [added] };
  const { hand, dialog, answer, sent } = await openDengue(reply(addAddendum, changed));
  await hand.click(dialog.getByRole("button", { name: "Add Addendum" }));
  await hand.click(dialog.getByRole("button", { name: "Save Addendum" }));
  expect(await dialog.findByText("Write the addendum first")).toBeTruthy();
  await hand.type(dialog.getByRole("textbox", { name: "New addendum" }), added.text);
  answer(listing(changed));
  await hand.click(dialog.getByRole("button", { name: "Save Addendum" }));
  expect(await dialog.findByText(added.text)).toBeTruthy();
  expect(dialog.getByText("Nov 20, 2026, 1:00 PM").closest("p")?.textContent).toContain("Marites Bañez");
  expect(sent(addAddendum).map(({ params, body }) => [params.id, body])).toEqual([
    ["31", { text: added.text }],
  ]);
  await hand.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("Added").nextElementSibling?.textContent).toContain(added.text);
});

it("keeps a text that could not be saved, and asks before closing", async () => {
  const { hand, dialog } = await openDengue(refuse(addAddendum, "internal", "", { reference: "AB12" }));
  await hand.click(dialog.getByRole("button", { name: "Add Addendum" }));
  await hand.type(dialog.getByRole("textbox", { name: "New addendum" }), "Platelets 92");
  await hand.click(dialog.getByRole("button", { name: "Save Addendum" }));
  expect(await screen.findByText("Failed to save addendum (reference AB12)")).toBeTruthy();
  expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "New addendum" }).value).toBe(
    "Platelets 92",
  );
  await hand.keyboard("{Escape}");
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
});

it("asks before saving an addendum with an unfilled blank", async () => {
  const { hand, dialog, sent } = await openDengue(reply(addAddendum, { ...dengue, addenda: [added] }));
  await hand.click(dialog.getByRole("button", { name: "Add Addendum" }));
  await hand.type(dialog.getByRole("textbox", { name: "New addendum" }), "Platelets {{count}, by phone.");
  await hand.click(dialog.getByRole("button", { name: "Save Addendum" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Some blanks are not filled in" }));
  expect(sent(addAddendum)).toEqual([]);
  await hand.click(question.getByRole("button", { name: "Save as it is" }));
  await waitFor(() =>
    expect(sent(addAddendum).map(({ body }) => body)).toEqual([{ text: "Platelets {count}, by phone." }]),
  );
});

it("shows the checklist's answers in words", async () => {
  const checklist = {
    ...dengue,
    historyOfPresentIllness: JSON.stringify({
      fever: { present: true, onset: "two days" },
      vomiting: { present: false, frequency: "" },
    }),
  };
  const { hand } = showRecords([listing(checklist)]);
  await hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  const illness = dialog.getByText("History of present illness").nextElementSibling;
  expect(illness?.textContent).toBe("Fever two daysNot present Vomiting");
});

it("shows beside the buttons that the PDF could not be made", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { hand, dialog } = await openDengue(refuse(consultationPdf, "internal", ""));
  await hand.click(dialog.getByRole("button", { name: "Download PDF" }));
  expect(await dialog.findByText("Failed to generate the consultation's PDF")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Print" })).toBeTruthy();
  log.mockRestore();
});

it("reports a paper that is too long, and a full print queue", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const words = "Many documents are being prepared. Please try again in a few seconds.";
  const { hand, dialog } = await openDengue(refuse(consultationPdf, "papers_busy", words));
  await hand.click(dialog.getByRole("button", { name: "Print" }));
  expect(await dialog.findByText(words)).toBeTruthy();
  log.mockRestore();
});

it("offers no addendum to users who may only view", async () => {
  const { hand } = showRecords([listing(dengue)], staffWith("view_patients"));
  await hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Consultation Details" }));
  expect(dialog.queryByRole("button", { name: "Add Addendum" })).toBeNull();
});

it("strikes a consultation entered in error through, says who, when and why, and does not print it", async () => {
  const enteredInError = { at: "2026-11-19T17:00:00Z", byName: "Liza Reyes", reason: "Another patient's" };
  const why = "Entered in error (Nov 20, 2026, 1:00 AM by Liza Reyes): Another patient's";
  const marked = { entry: "consultation" as const, entryId: dengue.id, enteredInError };
  const { hand, dialog, sent, answer } = await openDengue(reply(markEntry, marked));
  await hand.click(dialog.getByRole("button", { name: "Entered in Error…" }));
  const question = within(await screen.findByRole("dialog", { name: "Entered in Error" }));
  await hand.click(question.getByRole("button", { name: "Mark as Entered in Error" }));
  await question.findByText("Say what is wrong");
  answer(listing({ ...dengue, enteredInError }));
  await hand.type(question.getByLabelText(/Reason/), "Another patient's");
  await hand.click(question.getByRole("button", { name: "Mark as Entered in Error" }));
  expect(await dialog.findByText(why)).toBeTruthy();
  expect(sent(markEntry)[0]?.body).toEqual({
    entry: "consultation",
    entryId: dengue.id,
    state: "entered_in_error",
    reason: "Another patient's",
  });
  expect(dialog.queryByRole("button", { name: "Print" })).toBeNull();
  expect(dialog.queryByRole("button", { name: "Add Addendum" })).toBeNull();
  expect(dialog.getByRole("button", { name: "Use Again" })).toBeTruthy();
});
