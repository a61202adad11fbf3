import { sql } from "kysely";
import type { Addendum, Consultation } from "#features/consultations/contract.ts";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { namedDoctorOf, withNamedDoctor } from "#server/paper-doctor.ts";
import { isDoctorsNote, markOf } from "#server/patient/entries-in-error.ts";
import type { PaperDoctor } from "#shared/paper-doctor.ts";

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

type Read = "vitalsInError" | "enteredInError" | "addenda" | "diagnoses";

/** Of each row of `consultations`: who saw the patient. */
export const seenBy = (clinic: ClinicScope) =>
  sql<PaperDoctor | null>`case when ${isDoctorsNote}
    then ${namedDoctorOf(clinic, { practitioner: "consultations.practitioner_id" })} end`.as("practitioner");

/** A row that was just inserted has none of these. */
export const asConsultation = ({
  addenda,
  diagnoses,
  vitalsInError = null,
  enteredInError = null,
  ...row
}: Omit<Consultation, Read | "practitioner"> & { practitioner: PaperDoctor | null } & {
  [Column in Read]?: Consultation[Column] | null;
}): Consultation => ({
  ...withNamedDoctor(row),
  vitalsInError,
  enteredInError,
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
                                        'authorName', ${nameOfUser(clinic, "addendum.author_id")},
                                        'createdAt', addendum.created_at, 'isOwn', addendum.author_id = ${clinic.userId}::bigint,
                                        'enteredInError', ${markOf(clinic, "addendum", "in_error")}) order by addendum.id)
    from consultation_addenda addendum
    where addendum.clinic_id = ${clinic.id} and addendum.consultation_id = consultations.id)`.as("addenda");

/** For each row of `consultations`, within the same statement. */
export const diagnosesOf = (clinic: ClinicScope) =>
  sql<Diagnosis[] | null>`(
    select jsonb_agg(jsonb_build_object('words', each.words, 'code', each.code) order by each.position)
    from consultation_diagnoses each
    where each.clinic_id = ${clinic.id} and each.consultation_id = consultations.id)`.as("diagnoses");
