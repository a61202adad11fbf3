import { sql } from "kysely";
import type { Clinic, NarrowFunction } from "#server/db.ts";

/** Calls a narrow function inside the clinic's own scope, from which it takes who asks. */
export async function narrowRows<Row>(
  clinic: Clinic,
  name: NarrowFunction,
  args: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.id(name)}(${sql.join(args)})`.execute(clinic.db);
  return rows;
}
