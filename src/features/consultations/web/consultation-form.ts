import * as z from "zod/mini";
import { ConsultationDraft, isDiagnosed } from "#features/consultations/contract.ts";
import { Diagnosis, LONGEST_DIAGNOSIS, MOST_DIAGNOSES } from "#features/diagnoses/contract.ts";
import { joinedDiagnoses } from "#shared/clinical/diagnosis-text.ts";
import { noPresentIllness } from "#shared/clinical/present-illness.ts";
import { signDetails, VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { noTypedVitalSigns, VitalSignsForm } from "#web/clinical/vital-signs-form.ts";

const flag = z.boolean();
const detail = z.string().check(z.maxLength(2000, "Use at most 2,000 characters"));

/** The values of the wizard's three steps; the fields are validated by the contract's schema. */
export const ConsultationForm = z
  .object({
    practitionerId: ConsultationDraft.shape.practitionerId,
    chiefComplaint: ConsultationDraft.shape.chiefComplaint,
    illness: z.object({
      painDiscomfort: flag,
      painLocation: detail,
      fever: flag,
      feverOnset: detail,
      vomiting: flag,
      vomitingFrequency: detail,
      diarrhea: flag,
      diarrheaDuration: detail,
      shortnessOfBreath: flag,
      breathingDifficulty: detail,
      details: z.string().check(z.maxLength(10_000, "Use at most 10,000 characters")),
    }),
    vitalSigns: VitalSignsForm,
    physicalExamination: ConsultationDraft.shape.physicalExamination,
    /** What is typed but not chosen. */
    diagnosis: ConsultationDraft.shape.diagnosis,
    diagnoses: z.array(Diagnosis),
    treatment: ConsultationDraft.shape.treatment,
    medications: ConsultationDraft.shape.medications,
    followUpDate: ConsultationDraft.shape.followUpDate,
    notes: ConsultationDraft.shape.notes,
    isConfidential: ConsultationDraft.shape.isConfidential,
  })
  .check(isDiagnosed);
export type TypedConsultation = z.input<typeof ConsultationForm>;

export const emptyConsultation: TypedConsultation = {
  practitionerId: undefined,
  chiefComplaint: "",
  illness: noPresentIllness,
  vitalSigns: noTypedVitalSigns,
  physicalExamination: "",
  diagnosis: "",
  diagnoses: [],
  treatment: "",
  medications: "",
  followUpDate: "",
  notes: "",
  isConfidential: false,
};

export const consultationSteps = [
  { id: "complaint", label: "Chief Complaint & History" },
  { id: "vitals", label: "Vital Signs" },
  { id: "treatment", label: "Examination & Treatment" },
] as const;

/** The fields of each step, which must be valid before the next one opens. */
export const fieldsOfStep = [
  ["practitionerId", "chiefComplaint", "illness"],
  ([...VITAL_SIGNS, ...signDetails] as const).map((sign) => `vitalSigns.${sign}` as const),
  ["physicalExamination", "diagnosis", "diagnoses", "treatment", "medications", "followUpDate", "notes"],
] as const;

/** The step that contains a field the server refused; the last step for unknown names. */
export function stepOfField(name: string): number {
  const step = fieldsOfStep.findIndex((names) =>
    names.some((known) => name === known || name.startsWith(`${known}.`)),
  );
  return step === -1 ? fieldsOfStep.length - 1 : step;
}

/** What is sent: the text alone, or the chosen diagnoses with the text in the field. */
export function sentDiagnoses({
  diagnosis,
  diagnoses,
}: Pick<z.output<typeof ConsultationForm>, "diagnosis" | "diagnoses">) {
  if (diagnoses.length === 0) return { diagnosis };
  if (!diagnosis) return { diagnoses };
  const isLong = diagnosis.length > LONGEST_DIAGNOSIS || diagnoses.length >= MOST_DIAGNOSES;
  if (isLong) return { diagnosis: joinedDiagnoses([...diagnoses, { words: diagnosis }]), diagnoses };
  return { diagnoses: [...diagnoses, { words: diagnosis }] };
}
