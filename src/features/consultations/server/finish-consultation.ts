import { sql } from "kysely";
import type { PatientListItem } from "#features/patients/contract.ts";
import { asPatientListItem, patientListColumns } from "#features/patients/server/patient-columns.ts";
import { closeVisits, reopenVisits } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/**
 * Done (decision B17) and its Undo (B39): on or off today's list with the patient's open visits, and a waiting patient
 * is seen or waits again. Repeating it changes nothing, so that a retry on a bad connection keeps the first time.
 */
export function setConsultationStatus(
  clinic: ClinicScope,
  patientId: number,
  status: "pending" | "completed",
  now: Date,
): Promise<PatientListItem> {
  const isDone = status === "completed";
  const [from, becomes] = isDone ? ["Waiting", "Seen"] : ["Seen", "Waiting"];
  return clinic.transaction(async (joined) => {
    const before = await joined.db
      .selectFrom("patients")
      .select(["consultationStatus", "consultationCompletedAt"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", patientId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound("Patient");
    const ofPatient = { clinicId: joined.id, id: patientId };
    const row =
      before.consultationStatus === status
        ? joined.db
            .selectFrom("patients")
            .select(patientListColumns)
            .where((db) => db.and(ofPatient))
        : joined.db
            .updateTable("patients")
            .set({
              consultationStatus: status,
              consultationCompletedAt: isDone ? now.toISOString() : null,
              patientStatus: sql<string>`case patient_status when ${from} then ${becomes} else patient_status end`,
              version: sql<number>`version + 1`,
              updatedAt: now.toISOString(),
            })
            .where((db) => db.and(ofPatient))
            .returning(patientListColumns);
    const patient = asPatientListItem(await row.executeTakeFirstOrThrow(), manilaDay(now));
    const closedAt = before.consultationCompletedAt;
    if (isDone) await closeVisits(joined, patientId, now);
    else if (closedAt) await reopenVisits(joined, patientId, { closedAt, now });
    return patient;
  });
}
