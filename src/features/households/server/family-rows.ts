import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { notFound } from "#shared/errors.ts";

type FamilyValues = Partial<
  Record<
    | "kinName"
    | "kinRelation"
    | "kinPhone"
    | "guardianName"
    | "guardianRelation"
    | "guardianPhone"
    | "householdRelation",
    string | null
  > &
    Record<"guardianPatientId" | "householdId", number | null>
>;

/** Locked in the order of their ids, to avoid deadlocks. 404 unless all are of this clinic. */
export async function lockPatients(clinic: ClinicScope, ids: readonly number[]) {
  const rows = await clinic.db
    .selectFrom("patients")
    .select(["id", "patientName", "birthday", ageTold()])
    .where("clinicId", "=", clinic.id)
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (rows.length < new Set(ids).size) throw notFound("Patient");
  return rows;
}

/** A patient has one row, created by the first entry. */
export async function saveFamily(
  clinic: ClinicScope,
  patientId: number,
  values: FamilyValues,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const updated = await clinic.db
    .updateTable("patientFamilies")
    .set({ ...values, recordedById: clinic.userId, updatedAt: at })
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  await clinic.db
    .insertInto("patientFamilies")
    .values({
      clinicId: clinic.id,
      patientId,
      ...values,
      recordedById: clinic.userId,
      recordedAt: at,
      updatedAt: at,
    })
    .execute();
}
