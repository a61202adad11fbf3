import { screen, within } from "@testing-library/react";
import { vi } from "vitest";
import type { Allergy, Medicine } from "#features/clinical-lists/contract.ts";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import {
  type MedicineInUse,
  medicinesInUse,
  type Prescription,
  patientPrescriptions,
  prescriptionPdf,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { emptySummary, type FakeAnswer, renderScreen, reply, type SentCall } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { GeneratePrescriptionDialog } from "./GeneratePrescriptionDialog.tsx";
import { aPrescription, clinicOnPaper } from "./testing-prescriptions.ts";

export const amoxicillin: MedicineInUse = {
  name: "amoxicillin",
  brandName: "",
  strength: "500 mg",
  form: "capsule",
  dosage: "1 cap",
  frequency: "TID",
  duration: "7 days",
  used: 40,
};

export const patient = aPatientRecord({
  id: 7,
  address: "14 Sikatuna St., Cebu City",
  allergies: "penicillin",
});
const record = {
  patientId: 7,
  clinicId: 1,
  recordedAt: "2026-11-20T02:00:00Z",
  recordedByName: null,
  isOwn: false,
  version: 1,
};
export const anAllergy = (substance: string): Allergy => ({
  ...record,
  id: 90,
  updatedAt: "2026-11-20T02:00:00Z",
  substance,
  reaction: null,
  severity: null,
  howKnown: null,
  state: "active",
  isFreeText: false,
});
export const summaryOf = (known: Partial<Pick<Summary, "allergies" | "medicines" | "stopped">>) =>
  reply(summary, { ...emptySummary, ...known });
export const warfarin: Medicine = {
  ...record,
  id: 91,
  generic: "warfarin",
  dose: "2.5 mg",
  frequency: null,
  since: null,
  until: null,
  source: "elsewhere",
  prescriptionId: null,
  item: null,
  state: "active",
  stopReason: null,
  stopId: null,
  isConfidential: false,
  isOwn: false,
};
export const doctor = { licenseNumber: "0098412", ptrNumber: "2614407, 2026", specialization: "Cardiology" };

/** For `beforeEach`: the day of the tests, and downloads that open nothing. */
export function onPrescribingDay() {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:rx", revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
}

/** One key means one record. */
export const saves = (hold?: Promise<void>): FakeAnswer => {
  const records = new Map<string, Prescription>();
  return {
    endpoint: savePrescription,
    respond: async ({ headers, body }: SentCall) => {
      await hold;
      const key = headers.get("idempotency-key") ?? "";
      const record = records.get(key) ?? { ...aPrescription(), ...(body as object), id: 1842 + records.size };
      records.set(key, record as Prescription);
      return Response.json(record);
    },
  };
};

const draws: FakeAnswer = {
  endpoint: prescriptionPdf,
  respond: () => {
    const name = encodeURIComponent("prescription-Peña-2026-11-20.pdf");
    return new Response("%PDF", {
      headers: { "content-disposition": `inline; filename*=UTF-8''${name}` },
    });
  },
};

/** Opens the dialog for a patient who is allergic to penicillin. */
export const open = async (
  answers: FakeAnswer[] = [],
  user: Parameters<typeof renderScreen>[1] = { user: doctor },
) => {
  const onClose = vi.fn();
  const shown = renderScreen(<GeneratePrescriptionDialog patientId={7} onClose={onClose} />, {
    ...user,
    answers: [
      reply(onePatient, patient),
      reply(patientPrescriptions, []),
      reply(medicinesInUse, [amoxicillin]),
      reply(clinicSettings, clinicOnPaper),
      draws,
      summaryOf({ allergies: [anAllergy("penicillin")] }),
      ...answers,
    ],
  });
  const name = await screen.findByRole("textbox", { name: "Medication name" });
  await screen.findByRole("combobox", { name: "Paper" });
  const write = async (label: string, text: string) => {
    const field = screen.getByRole("textbox", { name: label });
    await shown.hand.clear(field);
    await shown.hand.type(field, text);
  };
  const prescribe = async () => {
    await write("Medication name", "mefenamic acid");
    await write("SIG", "1 tab");
    await write("Frequency", "TID");
    await write("Duration", "7 days");
  };
  const press = (button: string) => shown.hand.click(screen.getByRole("button", { name: button }));
  return { ...shown, onClose, name, write, prescribe, press };
};

export const preview = () => within(screen.getByRole("region", { name: "Preview" }));
