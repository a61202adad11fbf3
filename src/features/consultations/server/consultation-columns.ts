import type { Consultation } from "#features/consultations/contract.ts";
import type { VitalSigns } from "#shared/vital-signs.ts";

export const consultationColumns = [
  "id",
  "patientId",
  "clinicId",
  "secretaryId",
  "consultationType",
  "chiefComplaint",
  "historyOfPresentIllness",
  "vitalSigns",
  "physicalExamination",
  "diagnosis",
  "treatment",
  "medications",
  "followUpDate",
  "notes",
  "createdAt",
] as const satisfies readonly (keyof Consultation)[];

type ConsultationRow = Omit<Consultation, "vitalSigns"> & { vitalSigns: unknown };

/** Vital signs went in through VitalSignsEntry, the only door, so that they come out in its shape. */
export const asConsultation = (row: ConsultationRow): Consultation => ({
  ...row,
  vitalSigns: row.vitalSigns as VitalSigns | null,
});
