import { sql } from "kysely";
import { type dayBills, MOST_DAY_BILLS } from "#features/billing/contract.ts";
import { asVisit, selectVisits } from "#features/visits/server/visit-rows.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { endedUnbilled, ofUser } from "#server/money-figures.ts";
import type { Whole } from "#shared/endpoint.ts";
import { billsWithIds } from "./bill-rows.ts";

type DayBills = Whole<typeof dayBills>;

const mostWithoutBill = 100;

/** The bills and payments of a Manila day: what was billed, taken or voided on it, and who was not billed. */
export async function readDayBills(
  clinic: ClinicScope,
  { day, whose }: { day: string; whose: number | null },
): Promise<DayBills> {
  const [found, deleted, withoutBill] = await Promise.all([
    sql<{ id: number }>`
      select id from bills where clinic_id = ${clinic.id} and day = ${day}::date ${ofUser("createdById", whose)}
      union
      select bill_id from payments
      where clinic_id = ${clinic.id} and day = ${day}::date and bill_id is not null ${ofUser("takenById", whose)}
      union
      select bill_id from payments
      where clinic_id = ${clinic.id} and void_day = ${day}::date and voided_at is not null and bill_id is not null
        ${ofUser("voidedById", whose)}
      order by id`.execute(clinic.db),
    sql<DayBills["ofDeleted"][number]>`
      select id, method, amount, taken_at, voided_at from payments
      where clinic_id = ${clinic.id} and day = ${day}::date and bill_id is null ${ofUser("takenById", whose)}
      union
      select id, method, amount, taken_at, voided_at from payments
      where clinic_id = ${clinic.id} and void_day = ${day}::date and voided_at is not null and bill_id is null
        ${ofUser("voidedById", whose)}
      order by id`.execute(clinic.db),
    selectVisits(clinic)
      .where("visits.day", "=", day)
      .where(endedUnbilled(clinic.id))
      .orderBy("visits.closedAt")
      .limit(sql.lit(mostWithoutBill))
      .execute(),
  ]);
  const ids = found.rows.map(({ id }) => Number(id));
  return {
    bills: await billsWithIds(clinic, ids.slice(0, MOST_DAY_BILLS)),
    more: Math.max(0, ids.length - MOST_DAY_BILLS),
    withoutBill: withoutBill.map(asVisit),
    ofDeleted: deleted.rows,
  };
}
