import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";

/**
 * A patient's follow-up date after a new visit. A consultation sets its own. Vital signs and a checklist keep a date
 * that was set the same day, and clear an earlier one, since the patient has come.
 */
export function followUpAfter(
  visit: { consultationType: string; isIntake: boolean; followUpDate: string | null },
  at: string,
): RawBuilder<string | null> {
  if (visit.consultationType !== "Vitals" && !visit.isIntake) return sql`${visit.followUpDate}::date`;
  return sql`case when manila_day(last_consultation_at) = manila_day(${at}::timestamptz) then follow_up_date end`;
}

/**
 * When anything was recorded last, computed from the stored rows, after some were removed or marked. Vital signs alone
 * that were entered in error count as no visit.
 */
export async function setLastRecorded(clinic: ClinicScope, patientIds: readonly number[]): Promise<void> {
  await sql`
    with recorded as materialized (
      select q.id, last_recorded_at(q.id) as at from patients q
      where q.clinic_id = ${clinic.id} and q.id = any(${patientIds}::bigint[]))
    update patients p set last_consultation_at = recorded.at from recorded
    where p.clinic_id = ${clinic.id} and p.id = recorded.id
      and p.last_consultation_at is distinct from recorded.at`.execute(clinic.db);
}

/**
 * The follow-up date computed from the stored rows, after a visit's state has changed: a patient who came on a later day is no
 * longer due. It starts from the patient's row, so that a cluster runs it on that row's node.
 */
export async function setFollowUp(clinic: ClinicScope, patientId: number): Promise<void> {
  await sql`
    with asked as materialized (
      select asked_back_on(q.id) as day from patients q where q.clinic_id = ${clinic.id} and q.id = ${patientId})
    update patients p set follow_up_date = asked.day from asked
    where p.clinic_id = ${clinic.id} and p.id = ${patientId} and p.follow_up_date is distinct from asked.day`.execute(
    clinic.db,
  );
}
