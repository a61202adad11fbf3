import type { FileCategory, PatientFile } from "#features/files/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requirePatient } from "#server/patient/require-patient.ts";

/** Files of a patient, newest first. Uploaders of another clinic have no name here. */
export async function listFiles(clinic: ClinicScope, patientId: number): Promise<PatientFile[]> {
  const rows = await clinic.db
    .selectFrom("files")
    .select([
      "files.path",
      "files.name",
      "files.type",
      "files.size",
      "files.category",
      "files.uploadedAt",
      nameOfUser(clinic, "files.uploadedById").as("uploadedByName"),
    ])
    .where("files.clinicId", "=", clinic.id)
    .where("files.patientId", "=", patientId)
    .where("files.removedAt", "is", null)
    .orderBy("files.uploadedAt", "desc")
    .orderBy("files.id", "desc")
    .execute();
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows.map((row) => ({ ...row, category: row.category as FileCategory }));
}
