import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { manilaDay, manilaInstant } from "#shared/formats/dates.ts";
import type { DueRow } from "../due-row.ts";
import type { ConsultationValues } from "./read-consultation.ts";

const NOON = 12 * 60;

/**
 * Records consultations, each at noon of its day in the order of the list, and writes the result to the rows. Today's
 * queue and list do not change.
 */
export async function addConsultations(
  clinic: ClinicScope,
  id: number,
  rows: readonly DueRow<ConsultationValues>[],
  now: Date,
): Promise<void> {
  const today = manilaDay(now);
  const sent = rows.map(({ rowNo, fields, matchPatientId }) => {
    // Milliseconds preserve the order of several on one day.
    const noon = new Date(manilaInstant(fields.day, NOON).getTime() + rowNo);
    const at = fields.day === today && noon > now ? now : noon;
    return { ...fields, row_no: rowNo, patient_id: matchPatientId, at: at.toISOString() };
  });
  await sql`
    with sent as materialized (
      select v.*, p.id as found_id, nextval('klinika_id') as consultation_id
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v
        (row_no integer, patient_id bigint, at timestamptz, "chiefComplaint" text, "physicalExamination" text, diagnosis text,
         treatment text, medications text, notes text, "vitalSigns" jsonb)
      left join patients p on p.clinic_id = ${clinic.id} and p.id = v.patient_id),
    added as (
      insert into consultations (clinic_id, id, patient_id, secretary_id, chief_complaint, physical_examination, diagnosis,
        treatment, medications, notes, vital_signs, created_at)
      select ${clinic.id}::bigint, consultation_id, found_id, ${clinic.userId}::bigint, "chiefComplaint",
        "physicalExamination", diagnosis, treatment, medications, notes, nullif("vitalSigns", 'null'), at
      from sent where found_id is not null order by row_no
      returning id)
    update import_rows r
    set state = case when sent.found_id is null then 'look' else 'added' end, patient_id = sent.found_id,
        consultation_id = added.id,
        reason = case when sent.found_id is null then 'The patient was deleted' end
    from sent left join added on added.id = sent.consultation_id
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = sent.row_no`.execute(clinic.db);
  const patientIds = new Set(sent.flatMap((row) => row.patient_id ?? []));
  await followEntries(clinic, [...patientIds], ["lastConsultation", "diagnosis"], { updatedAt: now });
}
