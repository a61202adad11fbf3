import type { ConsultationDraft, VitalsDraft } from "#features/consultations/contract.ts";
import { pendingAssessment, VITALS_TYPE } from "#features/consultations/rules.ts";
import { DEFAULT_TYPE } from "#features/consultations/words.ts";
import { joinedDiagnoses } from "#shared/clinical/diagnosis-text.ts";
import { hasVitalSigns } from "#shared/clinical/vital-signs.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { type Actor, can } from "#shared/permissions.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import type { NewConsultation, PatientsAllowed } from "./insert-consultation.ts";

const isChecklist = (draft: Pick<ConsultationDraft, keyof typeof pendingAssessment>): boolean =>
  draft.diagnosis === pendingAssessment.diagnosis &&
  draft.treatment === pendingAssessment.treatment &&
  draft.notes === pendingAssessment.notes;

const nothingWritten: Omit<NewConsultation, "consultationType"> = {
  chiefComplaint: null,
  historyOfPresentIllness: null,
  vitalSigns: null,
  physicalExamination: null,
  diagnosis: null,
  diagnoses: [],
  treatment: null,
  medications: null,
  followUpDate: null,
  notes: null,
  isIntake: false,
  isConfidential: false,
};

export const consultationFromDraft = ({
  patientId: _patientId,
  practitionerId: _practitionerId,
  ...draft
}: ConsultationDraft): NewConsultation => ({
  ...nothingWritten,
  ...withoutUndefined(draft),
  consultationType: draft.consultationType ?? DEFAULT_TYPE,
  diagnosis: draft.diagnosis || joinedDiagnoses(draft.diagnoses ?? []),
  diagnoses: (draft.diagnoses ?? []).map(({ words, code = null }) => ({ words, code })),
  isIntake: isChecklist(draft),
});

/** Vital signs alone; an empty set is refused. */
export function consultationFromVitals(draft: VitalsDraft): NewConsultation {
  const { vitalSigns, chiefComplaint = null, notes = null } = draft;
  if (!hasVitalSigns(vitalSigns) && !chiefComplaint && !notes) {
    const message = "Enter at least one vital sign";
    throw new Failure("invalid", message, { fields: { vitalSigns: message } });
  }
  return { ...nothingWritten, consultationType: VITALS_TYPE, chiefComplaint, vitalSigns, notes };
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
