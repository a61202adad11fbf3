import { type RawBuilder, sql } from "kysely";
import type { EnteredInError } from "#features/consultations/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";

/** For each row of `consultations`: its mark, with who made it. */
export const enteredInError = (clinic: ClinicScope): RawBuilder<EnteredInError | null> =>
  sql<EnteredInError | null>`case when consultations.vitals_in_error_at is not null then jsonb_build_object(
    'at', to_char(consultations.vitals_in_error_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'byName', (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u
               where u.clinic_id = ${clinic.id} and u.id = consultations.vitals_in_error_by_id),
    'reason', consultations.vitals_in_error_reason) end`;

/** Of rows of `consultations`: whether they have vital signs that may be used. */
export const hasUsableVitals = sql<boolean>`(consultations.vital_signs is not null and consultations.vitals_in_error_at is null)`;

/** Of rows of `consultations`: whether they are nothing but vital signs entered in error, which count as no visit. */
export const isWhollyInError = sql<boolean>`(consultations.vitals_in_error_at is not null and consultations.consultation_type = 'Vitals')`;
