import type { ConsultationDraft, VitalsDraft } from "#features/consultations/contract.ts";
import { joinedDiagnoses } from "#shared/clinical/diagnosis-text.ts";
import { hasVitalSigns } from "#shared/clinical/vital-signs.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { type Actor, can } from "#shared/permissions.ts";
import type { NewConsultation, PatientsAllowed } from "./insert-consultation.ts";

const storedDefaultType = "General Consultation";
const vitalsType = "Vitals";

/** The History Checklist's text in place of an assessment. */
const checklist = {
  diagnosis: "Assessment pending",
  treatment: "Consultation in progress",
  notes: "Consultation history checklist completed",
} as const;

const isChecklist = (draft: ConsultationDraft): boolean =>
  draft.diagnosis === checklist.diagnosis &&
  draft.treatment === checklist.treatment &&
  draft.notes === checklist.notes;

export const visitFromDraft = (draft: ConsultationDraft): NewConsultation => ({
  consultationType: draft.consultationType ?? storedDefaultType,
  chiefComplaint: draft.chiefComplaint,
  historyOfPresentIllness: draft.historyOfPresentIllness ?? null,
  vitalSigns: draft.vitalSigns ?? null,
  physicalExamination: draft.physicalExamination ?? null,
  diagnosis: draft.diagnosis || joinedDiagnoses(draft.diagnoses ?? []),
  diagnoses: (draft.diagnoses ?? []).map(({ words, code = null }) => ({ words, code })),
  treatment: draft.treatment,
  medications: draft.medications ?? null,
  followUpDate: draft.followUpDate ?? null,
  notes: draft.notes ?? null,
  isIntake: isChecklist(draft),
  isConfidential: draft.isConfidential ?? false,
});

/** A visit with vital signs only; an empty one is refused. */
export function visitFromVitals(draft: VitalsDraft): NewConsultation {
  const { vitalSigns, chiefComplaint = null, notes = null } = draft;
  if (!hasVitalSigns(vitalSigns) && !chiefComplaint && !notes) {
    const message = "Enter at least one vital sign";
    throw new Failure("invalid", message, { fields: { vitalSigns: message } });
  }
  return {
    consultationType: vitalsType,
    chiefComplaint,
    historyOfPresentIllness: null,
    vitalSigns,
    physicalExamination: null,
    diagnosis: null,
    diagnoses: [],
    treatment: null,
    medications: null,
    followUpDate: null,
    notes,
    isIntake: false,
    isConfidential: false,
  };
}

/**
 * Users who may view patients record vital signs of all; those who may only register them, of the ones they
 * registered today.
 */
export function patientsForVitals(actor: Actor, now: Date): PatientsAllowed {
  if (can(actor, { any: ["view_patients"] })) return "all";
  const { start, end } = manilaDayRange(manilaDay(now));
  return { registeredFrom: start, registeredBefore: end };
}
