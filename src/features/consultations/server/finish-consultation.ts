import { sql } from "kysely";
import type { PatientListItem } from "#features/patients/contract.ts";
import { asPatientListItem, patientListColumns } from "#features/patients/server/patient-columns.ts";
import { closeVisits, reopenVisits } from "#features/visits/server/follow-patient.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

type Status = "pending" | "completed";

/**
 * Done and its Undo: takes the patient off today's list or puts them back, together with their open visits of today,
 * and sets a waiting patient to seen or back. Repeating it changes nothing, so that a retry on a bad connection keeps
 * the first time.
 */
export function setConsultationStatus(
  clinic: ClinicScope,
  patientId: number,
  status: Status,
  now: Date,
): Promise<PatientListItem> {
  return clinic.transaction(async (joined) => {
    const { patient, closedAt } = await setRecordStatus(joined, patientId, status, now);
    if (status === "completed") await closeVisits(joined, patientId, now);
    else if (closedAt) await reopenVisits(joined, patientId, { closedAt, now });
    return patient;
  });
}

/** Only the record, in the caller's transaction. Returns the time at which it was completed before. */
export async function setRecordStatus(clinic: ClinicScope, patientId: number, status: Status, now: Date) {
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
