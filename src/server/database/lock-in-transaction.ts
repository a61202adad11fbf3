import { sql } from "kysely";
import type { ClinicScope } from "./db.ts";

/**
 * Locks `what` in this clinic until the transaction ends. Without it, two concurrent transactions that count rows could
 * both insert the last one that a limit allows.
 */
export async function lockInTransaction(clinic: ClinicScope, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, ${clinic.id}))`.execute(clinic.db);
}
