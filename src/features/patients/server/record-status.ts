import { sql } from "kysely";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
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
  const before = await clinic.db
    .selectFrom("patients")
    .select(["consultationStatus", "consultationCompletedAt"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw notFound("Patient");
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
  return { patient, closedAt: before.consultationCompletedAt };
}
