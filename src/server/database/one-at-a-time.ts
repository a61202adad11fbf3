import { sql } from "kysely";
import type { ClinicScope } from "./db.ts";

/**
 * Until the end of the transaction, whoever does the same in this clinic waits: two who count at once would both find
 * room for a last one.
 */
export async function oneAtATime(clinic: ClinicScope, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, ${clinic.id}))`.execute(clinic.db);
}
