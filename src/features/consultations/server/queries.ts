import { sql } from "kysely";
import type { Consultation, LatestVitals } from "#features/consultations/contract.ts";
import { isPatientHere } from "#features/patients/server/require-patient.ts";
import { fromCursor } from "#server/cursor.ts";
import type { Clinic } from "#server/db.ts";
import { notFound } from "#shared/errors.ts";
import { NO_VITAL_SIGNS, type VitalSigns } from "#shared/vital-signs.ts";
import { asConsultation, consultationColumns } from "./consultation-columns.ts";

export async function findLatestVitals(clinic: Clinic, patientId: number): Promise<LatestVitals> {
  const row = await clinic.db
    .selectFrom("patients")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("consultations")
          .select(["vitalSigns", "createdAt as recordedAt"])
          .where("clinicId", "=", clinic.id)
          .whereRef("consultations.patientId", "=", "patients.id")
          .where("vitalSigns", "is not", null)
          .orderBy("createdAt", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["latest.vitalSigns", "latest.recordedAt"])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.id", "=", patientId)
    .executeTakeFirst();
  if (!row) throw notFound("Patient");
  const measured = row.vitalSigns as VitalSigns | null;
  return { ...(measured ?? NO_VITAL_SIGNS), recordedAt: row.recordedAt };
}

/**
 * Newest first: the whole list without a limit, else from the cursor on, with one row more than the limit when
 * there is another page. The total comes with the first page.
 */
export async function listConsultations(
  clinic: Clinic,
  patientId: number,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ rows: Consultation[]; total: number | undefined }> {
  const ofPatient = clinic.db
    .selectFrom("consultations")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);
  let page = ofPatient.select(consultationColumns).orderBy("createdAt", "desc").orderBy("id", "desc");
  if (cursor !== undefined) {
    const [createdAt, id] = fromCursor(cursor, ["string", "number"]);
    page = page.where(sql<boolean>`(created_at, id) < (${createdAt}::timestamptz, ${id}::bigint)`);
  }
  if (limit !== undefined) page = page.limit(limit + 1);
  const rows = await page.execute();
  if (rows.length === 0 && !(await isPatientHere(clinic, patientId))) throw notFound("Patient");
  const counted =
    limit !== undefined && cursor === undefined
      ? await ofPatient.select((db) => db.fn.countAll<number>().as("total")).executeTakeFirst()
      : undefined;
  return { rows: rows.map(asConsultation), total: counted?.total };
}
