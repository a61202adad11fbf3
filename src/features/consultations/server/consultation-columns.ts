import { sql } from "kysely";
import type { Addendum, Consultation, EnteredInError } from "#features/consultations/contract.ts";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { markOf } from "#server/patient/entries-in-error.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";

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
  "isIntake",
  "createdAt",
] as const satisfies readonly (keyof Consultation)[];

type ConsultationRow = Omit<
  Consultation,
  "vitalSigns" | "vitalsInError" | "enteredInError" | "addenda" | "diagnoses"
> & {
  vitalSigns: unknown;
  vitalsInError?: EnteredInError | null;
  enteredInError?: EnteredInError | null;
  addenda?: Addendum[] | null;
  diagnoses?: Diagnosis[] | null;
};

/** Vital signs are only written through VitalSignsEntry, so they are read in its shape. */
export const asConsultation = ({
  addenda,
  diagnoses,
  vitalsInError,
  enteredInError,
  ...row
}: ConsultationRow): Consultation => ({
  ...row,
  vitalSigns: row.vitalSigns as VitalSigns | null,
  vitalsInError: vitalsInError ?? null,
  enteredInError: enteredInError ?? null,
  diagnoses: diagnoses ?? [],
  addenda: (addenda ?? []).map((addendum) => ({
    ...addendum,
    createdAt: addendum.createdAt.replace("+00:00", "Z"),
  })),
});

/** For each row of `consultations`, within the same statement. */
export const addendaOf = (clinic: ClinicScope) =>
  sql<Addendum[] | null>`(
    select jsonb_agg(jsonb_build_object('id', addendum.id, 'text', addendum.text,
                                        'authorName', nullif(concat_ws(' ', author.first_name, author.last_name), ''),
                                        'createdAt', addendum.created_at, 'isOwn', addendum.author_id = ${clinic.userId}::bigint,
                                        'enteredInError', ${markOf(clinic, "addendum", "in_error")}) order by addendum.id)
    from consultation_addenda addendum
    left join users author on author.clinic_id = ${clinic.id} and author.id = addendum.author_id
    where addendum.clinic_id = ${clinic.id} and addendum.consultation_id = consultations.id)`.as("addenda");

/** For each row of `consultations`, within the same statement. */
export const diagnosesOf = (clinic: ClinicScope) =>
  sql<Diagnosis[] | null>`(
    select jsonb_agg(jsonb_build_object('words', each.words, 'code', each.code) order by each.position)
    from consultation_diagnoses each
    where each.clinic_id = ${clinic.id} and each.consultation_id = consultations.id)`.as("diagnoses");
