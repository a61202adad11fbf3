import { sql } from "kysely";
import type { ClinicScope } from "./db.ts";

/**
 * Holds a lock on `what` in this clinic until the transaction ends. Without it, two transactions that count at once could
 * both take the last place of a limit.
 */
export async function oneAtATime(clinic: ClinicScope, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, ${clinic.id}))`.execute(clinic.db);
}
