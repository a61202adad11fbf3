import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { followEntries } from "#server/patient/follow-entries.ts";

type Marked = { patientId: number; consultationId: number };

/**
 * Before a consultation is marked as confidential or as entered in error: a chief complaint that the record has from it
 * is replaced by that of the newest other consultation without a mark. Taking the mark off does not bring it back.
 */
export async function withdrawComplaint(
  clinic: ClinicScope,
  { patientId, consultationId }: Marked,
): Promise<void> {
  await sql`
    update patients p set version = version + 1, chief_complaint = (
      select c.chief_complaint from consultations c
      where c.clinic_id = ${clinic.id} and c.patient_id = ${patientId} and c.id <> ${consultationId}
        and c.confidential_to_id is null and c.in_error_at is null and c.chief_complaint is not null
      order by c.created_at desc, c.id desc limit 1)
    from consultations marked
    where p.clinic_id = ${clinic.id} and p.id = ${patientId}
      and marked.clinic_id = ${clinic.id} and marked.id = ${consultationId}
      and p.chief_complaint = marked.chief_complaint`.execute(clinic.db);
}

/**
 * Afterwards, and after a mark was taken off: the diagnosis that lists, search, letters and papers show is that of the
 * consultations without a mark.
 */
export async function followMark(clinic: ClinicScope, { patientId, consultationId }: Marked): Promise<void> {
  const { isDiagnosed } = await clinic.db
    .selectFrom("consultations")
    .select(sql<boolean>`diagnosis is not null and not is_intake`.as("isDiagnosed"))
    .where("clinicId", "=", clinic.id)
    .where("id", "=", consultationId)
    .executeTakeFirstOrThrow();
  if (isDiagnosed) await followEntries(clinic, [patientId], ["diagnosis"], { isNewVersion: true });
}
