import { type Expression, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";

/**
 * Locks patients until the transaction ends, in the order of their ids. Whoever changes visits or money of patients locks
 * them first, and what belongs to them afterwards: otherwise two changes could wait for each other.
 *
 * @param ids or the query that reads them
 */
export async function lockPatients(
  clinic: ClinicScope,
  ids: readonly number[] | Expression<{ patientId: number }>,
): Promise<void> {
  if (Array.isArray(ids) && ids.length === 0) return;
  await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where(sql<boolean>`id in ${"toOperationNode" in ids ? ids : sql`(${sql.join(ids)})`}`)
    .orderBy("id")
    .forUpdate()
    .execute();
}
