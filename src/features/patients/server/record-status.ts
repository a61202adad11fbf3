import { type RawBuilder, sql } from "kysely";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { asPatientListItem, patientListColumns } from "./patient-columns.ts";

export type ConsultationStatus = "pending" | "completed";

/** Only the patient's row, in the caller's transaction. Returns the time at which it was completed before. */
export async function setRecordStatus(
  clinic: ClinicScope,
  patientId: number,
  status: ConsultationStatus,
  now: Date,
) {
  const isDone = status === "completed";
  const [from, becomes] = isDone ? ["Waiting", "Seen"] : ["Seen", "Waiting"];
  const before = await selectPatient(clinic, patientId)
    .select(["consultationStatus", "consultationCompletedAt"])
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  const ofPatient = { clinicId: clinic.id, id: patientId };
  const row =
    before.consultationStatus === status
      ? clinic.db
          .selectFrom("patients")
          .select(patientListColumns)
          .where((db) => db.and(ofPatient))
      : clinic.db
          .updateTable("patients")
          .set({
            consultationStatus: status,
            consultationCompletedAt: isDone ? now.toISOString() : null,
            patientStatus: sql<string>`case when patient_status = ${from} then ${becomes} else patient_status end`,
            ...changedNow(now),
          })
          .where((db) => db.and(ofPatient))
          .returning(patientListColumns);
  const patient = asPatientListItem(await row.executeTakeFirstOrThrow(), manilaDay(now));
  const wasDone = before.consultationStatus === "completed";
  return { patient, closedAt: wasDone ? before.consultationCompletedAt : null };
}

/**
 * A visit or appointment ended without the patient being seen. The record is as it was before: completed at its time,
 * and Seen instead of Waiting, unless another visit keeps it pending. What is recorded of a patient clears that time, so
 * a record with new entries stays pending.
 */
export async function completeAgain(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  const today = manilaDay(now);
  const start = manilaDayRange(today).start.toISOString();
  const others = (more: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from visits v
      where v.clinic_id = ${clinic.id} and v.patient_id = ${patientId} and v.day >= ${today}::date and ${more})`;
  await clinic.db
    .updateTable("patients")
    .set({
      consultationStatus: "completed",
      patientStatus: sql<string>`case when patient_status = 'Waiting' then 'Seen' else patient_status end`,
      ...changedNow(now),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .where("consultationStatus", "=", "pending")
    .where("consultationCompletedAt", "is not", null)
    // As an appointment of a later day makes a record pending that was completed before today.
    .where(
      sql<boolean>`not ${others(sql`v.is_open and (v.day = ${today}::date or consultation_completed_at < ${start}::timestamptz)`)}`,
    )
    .where(sql<boolean>`not ${others(sql`v.state = 'done' and v.closed_at > consultation_completed_at`)}`)
    .execute();
}
