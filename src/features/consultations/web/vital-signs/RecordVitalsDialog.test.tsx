import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import {
  type Consultation,
  latestVitals,
  recordVitals,
  type VitalSignReading,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { growthCurve } from "#features/growth/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { emptySummary, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { RecordVitalsDialog } from "./RecordVitalsDialog.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const saved: Consultation = {
  id: 5,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "Vitals",
  chiefComplaint: null,
  historyOfPresentIllness: null,
  vitalSigns: { ...NO_VITAL_SIGNS, bloodPressure: "120/80" },
  vitalsInError: null,
  enteredInError: null,
  physicalExamination: null,
  diagnosis: null,
  treatment: null,
  medications: null,
  followUpDate: null,
  notes: null,
  createdAt: "2026-11-20T02:42:00Z",
  isIntake: false,
  diagnoses: [],
  addenda: [],
  isConfidential: false,
  isOwn: false,
};

const aReading = (put: Partial<VitalSignReading> = {}): VitalSignReading => ({
  ...NO_VITAL_SIGNS,
  id: 5,
  recordedAt: "2026-11-20T01:10:00Z",
  recordedById: 1,
  isPregnant: false,
  gestationDays: null,
  enteredInError: null,
  ...put,
});

const show = (...answers: FakeAnswer[]) => {
  const onClose = vi.fn();
  const shown = renderScreen(<RecordVitalsDialog patientId={1201} onClose={onClose} />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(latestVitals, { ...NO_VITAL_SIGNS, recordedAt: null }),
      reply(summary, emptySummary),
      reply(growthCurve, []),
      ...answers,
    ],
  });
  return {
    ...shown,
    onClose,
    write: async (label: string, text: string) =>
      shown.hand.type(await screen.findByRole("textbox", { name: label }), text),
    save: () => shown.hand.click(screen.getByRole("button", { name: "Record Vital Signs" })),
  };
};

it("asks for at least one sign", async () => {
  const { save, sent } = show();
  await screen.findByRole("textbox", { name: "Pulse" });
  await save();
  expect((await screen.findByRole("alert")).textContent).toBe("Enter at least one vital sign");
  expect(sent(recordVitals)).toHaveLength(0);
});

it("refuses an impossible value at its field", async () => {
  const { save, sent, write } = show();
  await write("Height", "1.65");
  await save();
  expect(await screen.findByText("Enter cm; 1.65 looks like meters")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Height" }));
  expect(sent(recordVitals)).toHaveLength(0);
});

it("keeps the timing of a blood sugar that was cleared in sight, with what is wrong", async () => {
  const { save, write, hand } = show();
  await write("Pulse", "80");
  await write("Blood sugar", "104");
  await hand.selectOptions(screen.getByRole("combobox", { name: "Blood sugar taken" }), "fasting");
  await hand.clear(screen.getByRole("textbox", { name: "Blood sugar" }));
  await save();
  expect(await screen.findByText("Enter the blood sugar as well")).toBeTruthy();
  expect(screen.getByRole("combobox", { name: /^Blood sugar taken/ })).toBeTruthy();
});

it("does not flag for an unknown age", async () => {
  const { write } = show(reply(onePatient, aPatientRecord({ birthday: null, age: null })));
  await write("Pulse", "128");
  expect(screen.getByText("All optional. Enter the age to see out-of-range values.")).toBeTruthy();
  expect(screen.queryByText(/Above|Below|Within/)).toBeNull();
});

it("sends the object, shows a toast and closes; a flag does not block it", async () => {
  const { save, sent, write, onClose } = show(reply(recordVitals, saved));
  await write("Blood pressure", "120/80");
  await write("Temperature", "39.5");
  expect(screen.getByText("Fever, above 38.0")).toBeTruthy();
  await save();
  expect(await screen.findByText("Vital signs recorded successfully")).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent(recordVitals)[0]).toMatchObject({
    params: { id: "1201" },
    body: { vitalSigns: { ...NO_VITAL_SIGNS, bloodPressure: "120/80", temperature: 39.5 } },
  });
});

it("stays open with the typed values when the server fails", async () => {
  const { save, write, onClose } = show(refuse(recordVitals, "internal", ""));
  await write("Pulse", "72");
  await save();
  expect(await screen.findByText("Failed to record vital signs")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Pulse" }).value).toBe("72");
});

it("shows a note in a browser that forbids storage, and saves", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("Forbidden", "SecurityError");
    },
  });
  const { save, write, onClose } = show(reply(recordVitals, saved));
  await write("Pulse", "86");
  expect(await screen.findByText(/Drafts can't be saved in this browser\./)).toBeTruthy();
  await save();
  expect(await screen.findByText("Vital signs recorded successfully")).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
});

it("shows a refusal at its field", async () => {
  const message = "Enter a pulse from 20 to 300";
  const { save, write } = show(
    refuse(recordVitals, "invalid", message, { fields: { "vitalSigns.pulse": message } }),
  );
  await write("Pulse", "72");
  await save();
  const field = screen.getByRole("textbox", { name: "Pulse" });
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
});

it("tells a child's impossible weight while it is typed, and asks once before saving", async () => {
  const { hand, save, sent, write } = show(
    reply(onePatient, aPatientRecord({ sex: "F", birthday: "2026-08-20", age: null })),
    // Weight for age of a girl of 92 days.
    reply(growthCurve, [{ x: 92, l: 0.0402, m: 5.8645, s: 0.12486 }]),
    reply(recordVitals, saved),
  );
  await write("Weight", "6.2");
  expect(screen.queryByText(/measure again/)).toBeNull();
  await hand.clear(screen.getByRole("textbox", { name: "Weight" }));
  await write("Weight", "26");
  expect(await screen.findByText("Weight for age not possible: measure again")).toBeTruthy();
  await save();
  const question = await screen.findByRole("alertdialog", { name: "Save an impossible measurement?" });
  expect(question.textContent).toContain("Weight for age not possible: measure again");
  expect(sent(recordVitals)).toHaveLength(0);
  await hand.click(screen.getByRole("button", { name: "Save Anyway" }));
  await waitFor(() => expect(sent(recordVitals)).toHaveLength(1));
  expect(sent(recordVitals)[0]?.body).toMatchObject({ vitalSigns: { weight: 26 }, confirmUnlikely: true });
});

it("asks for fundal height and fetal heart tone only in a pregnancy, and flags by its weeks", async () => {
  const { save, sent, write } = show(
    reply(onePatient, aPatientRecord({ sex: "F", birthday: "1994-03-10" })),
    reply(summary, {
      ...emptySummary,
      // 24 weeks on November 20, 2026.
      pregnancy: { id: 9, lmp: "2026-06-05", dueOn: "2027-03-12", datedBy: "lmp", score: "G1P0 (0-0-0-0)" },
    }),
    reply(recordVitals, saved),
  );
  await write("Fundal height", "19");
  await write("Fetal heart tone", "168");
  await write("Blood pressure", "142/88");
  expect(screen.getByText("More than 3 cm below 24 weeks")).toBeTruthy();
  expect(screen.getByText("Above 160")).toBeTruthy();
  expect(screen.getByText("140/90 or above")).toBeTruthy();
  await write("Weight", "71");
  await write("Height", "155");
  expect(screen.getByText("BMI 29.6, no adult label in pregnancy")).toBeTruthy();
  await save();
  await waitFor(() => expect(sent(recordVitals)).toHaveLength(1));
  expect(sent(recordVitals)[0]?.body).toMatchObject({
    vitalSigns: { fundalHeight: 19, fetalHeartTone: 168, bloodPressure: "142/88" },
  });
});

it("does not ask for them otherwise", async () => {
  show();
  await screen.findByRole("textbox", { name: "Pulse" });
  expect(screen.queryByRole("textbox", { name: "Fundal height" })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Presentation" })).toBeNull();
});

it("names the patient, and Undo marks what was just recorded as entered in error", async () => {
  const { save, sent, write } = show(reply(recordVitals, saved), reply(markVitalSigns, aReading()));
  await write("Pulse", "72");
  await save();
  // In the dialog and in the toast.
  await waitFor(() => expect(screen.getAllByText(aPatientRecord().patientName).length).toBeGreaterThan(1));
  // The page would have closed the dialog above it.
  (await screen.findByRole("button", { name: "Undo" })).click();
  await waitFor(() =>
    expect(sent(markVitalSigns)).toMatchObject([
      {
        params: { id: "1201", readingId: "5" },
        body: { state: "entered_in_error", reason: "Undone right after it was recorded" },
      },
    ]),
  );
});

it("shows what was recorded today, to be marked by whoever answers for it", async () => {
  const { hand } = show(
    reply(latestVitals, { ...NO_VITAL_SIGNS, pulse: 172, recordedAt: "2026-11-20T01:10:00Z" }),
    reply(vitalSignReadings, [
      aReading({ pulse: 172 }),
      aReading({ id: 4, recordedAt: "2026-11-19T01:10:00Z" }),
    ]),
  );
  expect(await screen.findByText(/9:10 AM: .*172/)).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Entered in Error…" }));
  expect(await screen.findByRole("dialog", { name: "Entered in Error" })).toBeTruthy();
});
