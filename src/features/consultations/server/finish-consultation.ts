import { sql } from "kysely";
import type { PatientListItem } from "#features/patients/contract.ts";
import { asPatientListItem, patientListColumns } from "#features/patients/server/patient-columns.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** Done: removes the patient from today's list and marks a waiting one as seen (decision B17). */
export const markCompleted = (clinic: ClinicScope, patientId: number, now: Date): Promise<PatientListItem> =>
  setConsultationStatus(clinic, patientId, now, {
    status: "completed",
    completedAt: now.toISOString(),
    patientStatus: { from: "Waiting", to: "Seen" },
  });

/** Takes Done back (decision B39). */
export const markPending = (clinic: ClinicScope, patientId: number, now: Date): Promise<PatientListItem> =>
  setConsultationStatus(clinic, patientId, now, {
    status: "pending",
    completedAt: null,
    patientStatus: { from: "Seen", to: "Waiting" },
  });

/** Repeating it changes nothing, so that a retry on a bad connection keeps the first time. */
async function setConsultationStatus(
  clinic: ClinicScope,
  patientId: number,
  now: Date,
  to: {
    status: "pending" | "completed";
    completedAt: string | null;
    patientStatus: { from: string; to: string };
  },
): Promise<PatientListItem> {
  const { from, to: becomes } = to.patientStatus;
  const ofPatient = { clinicId: clinic.id, id: patientId };
  const changed = await clinic.db
    .updateTable("patients")
    .set({
      consultationStatus: to.status,
      consultationCompletedAt: to.completedAt,
      patientStatus: sql<string>`case patient_status when ${from} then ${becomes} else patient_status end`,
      version: sql<number>`version + 1`,
      updatedAt: now.toISOString(),
    })
    .where((db) => db.and(ofPatient))
    .where("consultationStatus", "<>", to.status)
    .returning(patientListColumns)
    .executeTakeFirst();
  const row =
    changed ??
    (await clinic.db
      .selectFrom("patients")
      .select(patientListColumns)
      .where((db) => db.and(ofPatient))
      .executeTakeFirst());
  if (!row) throw notFound("Patient");
  return asPatientListItem(row, manilaDay(now));
}
