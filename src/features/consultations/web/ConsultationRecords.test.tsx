import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  addAddendum,
  type Consultation,
  consultationPdf,
  patientConsultations,
} from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { type Prescription, patientPrescriptions } from "#features/prescriptions/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ConsultationRecords } from "./ConsultationRecords.tsx";

const dengue: Consultation = {
  id: 31,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General Consultation",
  chiefComplaint: "Fever, day 4",
  historyOfPresentIllness:
    '{"fever":true,"feverOnset":"four days ago","vomiting":false,"vomitingFrequency":""}',
  vitalSigns: { ...NO_VITAL_SIGNS, bloodPressure: "92/58", temperature: 38.9 },
  vitalsInError: null,
  enteredInError: null,
  physicalExamination: null,
  diagnosis: "Dengue fever",
  treatment: "Oral rehydration",
  medications: "Paracetamol 250 mg",
  followUpDate: "2026-11-21",
  notes: null,
  // 0:30 on November 20 in Manila.
  createdAt: "2026-11-19T16:30:00Z",
  isIntake: false,
  diagnoses: [],
  addenda: [],
  isConfidential: false,
  isOwn: false,
};
const vitalsAlone: Consultation = {
  ...dengue,
  id: 30,
  consultationType: "Vitals",
  chiefComplaint: null,
  historyOfPresentIllness: null,
  diagnosis: null,
  treatment: null,
  medications: null,
  followUpDate: null,
  createdAt: "2026-11-18T02:00:00Z",
};

const patient = reply(onePatient, aPatientRecord());
const showRecords = (answers: FakeAnswer[], user = {}) => {
  const onAdd = vi.fn();
  const ui = <ConsultationRecords patientId={1201} onAdd={onAdd} />;
  return { onAdd, ...renderScreen(ui, { answers: [patient, ...answers], user }) };
};

it("shows an empty state, and adds the first", async () => {
  const { hand, onAdd } = showRecords([reply(patientConsultations, [])]);
  expect(await screen.findByText("No consultation records found for this patient.")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Add New Consultation" }));
  expect(onAdd).toHaveBeenCalledOnce();
});

it("shows an error when the list fails to load", async () => {
  showRecords([refuse(patientConsultations, "internal", "")]);
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load consultations");
});

it("lists the Manila day, the type, the signs, the complaint and the diagnosis", async () => {
  showRecords([reply(patientConsultations, [dengue, vitalsAlone])]);
  await screen.findByText("Fever, day 4");
  const [first, second] = screen.getAllByRole("listitem").map((row) => within(row));
  for (const text of ["Nov 20, 2026", "Dengue fever", "General", "BP 92/58, T 38.9 °C"])
    expect(first?.getByText(text)).toBeTruthy();
  for (const text of ["Vital signs recorded", "Vitals"]) expect(second?.getByText(text)).toBeTruthy();
});

it("shows the plan and the follow-up date, and the desk's vital signs with the consultation of that day", async () => {
  const atDesk = {
    ...vitalsAlone,
    createdAt: "2026-11-19T16:10:00Z",
    vitalSigns: { ...NO_VITAL_SIGNS, pulse: 96 },
  };
  const { hand } = showRecords([
    reply(patientConsultations, [{ ...dengue, vitalSigns: null }, atDesk, vitalsAlone], {
      "x-total-count": "3",
    }),
  ]);
  await screen.findByText("Fever, day 4");
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(2);
  for (const text of ["Plan Oral rehydration", "Follow-up date Nov 21, 2026", "pulse 96"])
    expect(rows[0]?.textContent?.replaceAll("\u00a0", " ")).toContain(text);
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
    reply(patientConsultations, [{ ...dengue, medications: null }]),
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
  const { hand } = showRecords([
    reply(patientConsultations, [wrong, atDesk, { ...vitalsAlone, vitalsInError }]),
  ]);
  await screen.findByText("Fever, day 4");
  const [first, second] = screen.getAllByRole("listitem").map((row) => within(row));
  expect(first?.getByText("BP 92/58, T 38.9 °C").tagName).toBe("P");
  expect(second?.getByText("BP 92/58, T 38.9 °C").tagName).toBe("S");
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
  showRecords([reply(patientConsultations, [])], staffWith("view_patients"));
  await screen.findByText("No consultation records found for this patient.");
  expect(screen.queryByRole("button", { name: "Add New Consultation" })).toBeNull();
});

it("loads the next page on demand", async () => {
  const { hand, sent } = showRecords([
    reply(patientConsultations, ({ query }) => (query.cursor ? [vitalsAlone] : [dengue]), {
      "x-next-cursor": "abc",
      "x-total-count": "2",
    }),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Vital signs recorded")).toBeTruthy();
  expect(sent(patientConsultations).map(({ query }) => query.cursor)).toEqual([undefined, "abc"]);
});

it("opens one with everything that was written", async () => {
  const { hand } = showRecords([reply(patientConsultations, [dengue])]);
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
  const shown = showRecords([reply(patientConsultations, [dengue]), ...answers]);
  await shown.hand.click(await screen.findByRole("button", { name: "View More of Nov 20, 2026" }));
  return { ...shown, dialog: within(await screen.findByRole("dialog", { name: "Consultation Details" })) };
};

it("adds an addendum with date and author, and counts it in the list", async () => {
  const changed = { ...dengue, addenda: [added] };
  const { hand, dialog, answer, sent } = await openDengue(reply(addAddendum, changed));
  await hand.click(dialog.getByRole("button", { name: "Add Addendum" }));
  await hand.click(dialog.getByRole("button", { name: "Save Addendum" }));
  expect(await dialog.findByText("Write the addendum first")).toBeTruthy();
  await hand.type(dialog.getByRole("textbox", { name: "New addendum" }), added.text);
  answer(reply(patientConsultations, [changed]));
  await hand.click(dialog.getByRole("button", { name: "Save Addendum" }));
  expect(await dialog.findByText(added.text)).toBeTruthy();
  expect(dialog.getByText("Nov 20, 2026, 1:00 PM").closest("p")?.textContent).toContain("Marites Bañez");
  expect(sent(addAddendum).map(({ params, body }) => [params.id, body])).toEqual([
    ["31", { text: added.text }],
  ]);
  await hand.keyboard("{Escape}");
  expect(await screen.findByText("1 addendum")).toBeTruthy();
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
  const { hand } = showRecords([reply(patientConsultations, [checklist])]);
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
  const { hand } = showRecords([reply(patientConsultations, [dengue])], staffWith("view_patients"));
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
  answer(reply(patientConsultations, [{ ...dengue, enteredInError }]));
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
