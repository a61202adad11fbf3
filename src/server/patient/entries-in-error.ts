import { type RawBuilder, sql } from "kysely";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { EnteredInError } from "#shared/clinical/entered-in-error.ts";
import { Failure } from "#shared/errors.ts";

export const markedInError = (what: string, done: string) =>
  new Failure("entered_in_error", `${what} was entered in error and can't be ${done} any more.`);

type Marked = "consultations" | "consultation_addenda" | "consultation_records";

/** For each row of a table, known by `alias`: its mark, with who made it. `of` begins the names of the columns. */
export const markOf = (
  clinic: ClinicScope,
  alias: Marked | "addendum" | "record",
  of: "in_error" | "vitals_in_error",
): RawBuilder<EnteredInError | null> => {
  const column = (end: string) => sql.ref(`${alias}.${of}_${end}`);
  return sql<EnteredInError | null>`case when ${column("at")} is not null then jsonb_build_object(
    'at', to_char(${column("at")} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'byName', ${nameOfUser(clinic, `${alias}.${of}_by_id`)},
    'reason', ${column("reason")}) end`;
};

/** Of rows of `consultations`: whether they have a reading of their own, not another entry's that they repeat. */
export const hasOwnVitals = sql<boolean>`(consultations.vital_signs is not null and consultations.vitals_from_id is null)`;

/** The same, without those entered in error. */
export const hasUsableVitals = sql<boolean>`(${hasOwnVitals} and consultations.vitals_in_error_at is null)`;

/** The readings of a patient. */
export const usableVitals = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("consultations")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where(hasUsableVitals);

/** Of rows of `consultations`: what the doctor wrote of a visit, neither vital signs alone nor an intake. */
export const isDoctorsNote = sql<boolean>`(consultation_type <> 'Vitals' and not is_intake)`;

/**
 * Of rows of `consultations`, known by `alias`: whether they were entered in error, or are nothing but vital signs that
 * were. Neither counts as a visit.
 */
export const isInError = (alias = "consultations"): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column("in_error_at")} is not null
    or (${column("vitals_in_error_at")} is not null and ${column("consultation_type")} = 'Vitals'))`;
};
