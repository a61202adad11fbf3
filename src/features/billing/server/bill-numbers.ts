import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** "2026-00001": the year's next number. Its row is locked until the transaction ends, so numbers have no gaps. */
export async function nextBillNumber(clinic: ClinicScope, now: Date): Promise<string> {
  const year = Number(manilaDay(now).slice(0, 4));
  const { count } = await clinic.db
    .insertInto("billCounters")
    .values({ clinicId: clinic.id, year, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["clinicId", "year"]).doUpdateSet({ count: sql<number>`bill_counters.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return `${year}-${String(count).padStart(5, "0")}`;
}
