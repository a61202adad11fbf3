import { sql } from "kysely";
import type { Closing, DayCount, DrawerLine } from "#features/billing/contract.ts";
import { userName } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import {
  endedUnbilled,
  hmoBalance,
  isPaidWithoutBill,
  ofUser,
  paymentsOfDay,
  uncountedPayments,
} from "#server/money-figures.ts";
import { differenceWords } from "#shared/billing/cash-difference.ts";
import { type PaymentMethod, paymentMethods } from "#shared/billing/payment-methods.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney, fromCentavos, sumOf } from "#shared/formats/money.ts";
import { drawerTotals, putLinesIntoCount, uncountedLines } from "./drawer-lines.ts";

/** Whose payments: see `countedUser`. */
type Whose = number | null;

type MethodSum = DayCount["methods"][number];

/** Sums by method and person: payments less voids. */
type Sum = { method: string; userId: number; payments: number; amount: string };

/**
 * The figures of a Manila day, and of what is not counted yet. A payment is added on the day and to the count of the
 * user who recorded it, and subtracted on the day and in the count of the user who voided it.
 */
export async function readDayCount(
  clinic: ClinicScope,
  { day, whose }: { day: string; whose: Whose },
): Promise<DayCount> {
  const [ofDay, open, billed, closings, drawerLines, inRecords, withoutBill] = await Promise.all([
    sumsOfDay(clinic, day, whose),
    sumsOfUncounted(clinic, whose),
    readBilled(clinic, day, whose),
    listClosings(clinic, day, whose),
    uncountedLines(clinic, whose),
    paidWithoutBill(clinic, day, whose),
    visitsWithoutBill(clinic, day),
  ]);
  const counted = ofDay.filter(({ method }) => method !== "unstated");
  const names = await namesOf(clinic, [...new Set(counted.map(({ userId }) => userId))]);
  const methods = byMethod(counted);
  return {
    day,
    ...billed,
    withoutBill,
    collected: total(methods),
    notStated: total([...ofDay.filter(({ method }) => method === "unstated"), { amount: inRecords }]),
    methods,
    people: [...Map.groupBy(counted, ({ userId }) => userId)]
      .map(([userId, sums]) => {
        const own = byMethod(sums);
        return { userId, name: names.get(userId) ?? "", amount: total(own), methods: own };
      })
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    uncounted: {
      since: open.map(({ since }) => since).toSorted()[0] ?? null,
      payments: open.reduce((count, { payments }) => count + payments, 0),
      methods: byMethod(open),
    },
    drawerLines,
    expectedCash: fromCentavos(cashInDrawer(open, drawerLines)),
    closings,
  };
}

async function sumsOfDay(clinic: ClinicScope, day: string, whose: Whose): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select method, user_id, sum(payments)::integer as payments, sum(amount) as amount
    from (${paymentsOfDay(clinic.id, day, whose)}) entries group by method, user_id`.execute(clinic.db);
  return rows;
}

/** Marked paid in records on this day, which do not say by whom: part of everyone's figures alone. */
async function paidWithoutBill(clinic: ClinicScope, day: string, whose: Whose): Promise<string> {
  if (whose !== null) return "0.00";
  const { rows } = await sql<{ paid: string }>`
    select coalesce(sum(amount), 0.00) as paid from patients
    where clinic_id = ${clinic.id} and record_day = ${day}::date and ${isPaidWithoutBill()}`.execute(
    clinic.db,
  );
  return rows[0]?.paid ?? "0.00";
}

/** By reason, those without one first. The whole clinic's: a visit is nobody's. */
async function visitsWithoutBill(clinic: ClinicScope, day: string): Promise<DayCount["withoutBill"]> {
  const { rows } = await sql<DayCount["withoutBill"][number]>`
    select visits.no_bill_reason as reason, count(*)::integer as visits
    from visits join patients on patients.clinic_id = visits.clinic_id and patients.id = visits.patient_id
    where visits.clinic_id = ${clinic.id} and visits.day = ${day}::date and ${endedUnbilled(clinic.id)}
    group by 1 order by visits.no_bill_reason nulls first limit 100`.execute(clinic.db);
  return rows;
}

async function sumsOfUncounted(clinic: ClinicScope, whose: Whose): Promise<(Sum & { since: string })[]> {
  const { rows } = await sql<Sum & { since: string }>`
    select method, user_id, sum(payments)::integer as payments, sum(amount) as amount, min(day) as since
    from (${uncountedPayments(clinic.id, whose)}) entries where method <> 'unstated' group by method, user_id`.execute(
    clinic.db,
  );
  return rows;
}

async function readBilled(
  clinic: ClinicScope,
  day: string,
  whose: Whose,
): Promise<Pick<DayCount, "bills" | "billed" | "open" | "hmoDue">> {
  const { rows } = await sql<Pick<DayCount, "bills" | "billed" | "open" | "hmoDue">>`
    select count(*)::integer as bills, coalesce(sum(due), 0.00) as billed, coalesce(sum(patient_balance), 0.00) as open,
           coalesce(sum(${hmoBalance()}), 0.00) as hmo_due
    from bills
    where clinic_id = ${clinic.id} and day = ${day}::date and voided_at is null ${ofUser("createdById", whose)}`.execute(
    clinic.db,
  );
  const [row] = rows;
  if (!row) throw new Error("Sums are one row.");
  return row;
}

async function namesOf(clinic: ClinicScope, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const users = await clinic.db
    .selectFrom("users")
    .select(["id", "firstName", "lastName"])
    .where("clinicId", "=", clinic.id)
    .where("id", "in", ids)
    .execute();
  return new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}

/** In the order of the methods; those without an amount are omitted. */
function byMethod(sums: readonly Sum[]): MethodSum[] {
  return paymentMethods.flatMap((method): MethodSum[] => {
    const own = sums.filter((sum) => sum.method === method);
    if (own.length === 0) return [];
    return [
      {
        method,
        payments: own.reduce((count, { payments }) => count + payments, 0),
        amount: total(own),
      },
    ];
  });
}

const total = (sums: readonly { amount: string }[]) => sumOf(sums.map(({ amount }) => amount));

const cashOf = (methods: readonly MethodSum[]) =>
  methods.find(({ method }) => method === ("cash" satisfies PaymentMethod))?.amount ?? "0.00";

/** In centavos: the cash payments that are not counted yet and the float, less petty cash. */
const cashInDrawer = (open: readonly Sum[], lines: readonly DrawerLine[]): bigint =>
  centavos(cashOf(byMethod(open))) + drawerTotals(lines).net;

/**
 * Changes a float or petty cash.
 * @throws Failure at the amount if more would be paid out of the drawer than is in it; `refusal` gets what is missing
 * and the amount, in centavos
 */
export const withinDrawer = (
  clinic: ClinicScope,
  whose: Whose,
  change: (joined: ClinicScope) => Promise<DrawerLine>,
  refusal: (missing: bigint, amount: bigint) => string,
): Promise<DrawerLine> =>
  clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "day count");
    const line = await change(joined);
    const open = await sumsOfUncounted(joined, whose);
    const left = cashInDrawer(open, await uncountedLines(joined, whose));
    if (left < 0n) throw invalidField("amount", refusal(-left, centavos(line.amount)));
    return line;
  });

const closingRows = (clinic: ClinicScope, condition: ReturnType<typeof sql>) => sql<
  Omit<Closing, "difference">
>`
  select day_closings.id, day_closings.day, closed_at, payments, methods, opening_float, petty_cash, expected, counted, note,
         ${userName("whose")} as user_name, ${userName("closer")} as closed_by_name
  from day_closings
  left join users whose on whose.clinic_id = day_closings.clinic_id and whose.id = day_closings.user_id
  left join users closer on closer.clinic_id = day_closings.clinic_id and closer.id = day_closings.closed_by_id
  where day_closings.clinic_id = ${clinic.id} and ${condition}
  order by day_closings.id`;

const asClosing = (row: Omit<Closing, "difference">): Closing => ({
  ...row,
  difference: fromCentavos(centavos(row.counted) - centavos(row.expected)),
});

async function listClosings(clinic: ClinicScope, day: string, whose: Whose): Promise<Closing[]> {
  const own =
    whose === null
      ? sql``
      : sql`and (day_closings.user_id = ${whose} or day_closings.closed_by_id = ${whose})`;
  const { rows } = await closingRows(clinic, sql`day_closings.day = ${day}::date ${own}`).execute(clinic.db);
  return rows.map(asClosing);
}

/** A payment's part in a count: its time of payment, or of voiding. */
const sides = {
  taken: { sign: 1, by: "takenById", closing: sql`closing_id`, isIn: sql`true` },
  voided: { sign: -1, by: "voidedById", closing: sql`void_closing_id`, isIn: sql`voided_at is not null` },
} as const;

/** Assigns what is not counted yet to this count, and sums it up. Payments recorded meanwhile are not included. */
async function putIntoCount(
  clinic: ClinicScope,
  closingId: number,
  { sign, by, closing, isIn }: (typeof sides)[keyof typeof sides],
  whose: Whose,
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    with counted as (
      update payments set ${closing} = ${closingId}
      where clinic_id = ${clinic.id} and ${isIn} and ${closing} is null ${ofUser(by, whose)}
      returning method, amount)
    select method, 0 as user_id, ${sql.lit(sign)} * count(*)::integer as payments, ${sql.lit(sign)} * sum(amount) as amount
    from counted where method <> 'unstated' group by method`.execute(clinic.db);
  return rows;
}

/**
 * Closes a count: assigns it to each payment and voiding that has none. Of two concurrent closings the second waits,
 * and finds nothing.
 */
export function closeDayCount(
  clinic: ClinicScope,
  { counted, note = null }: { counted: string; note?: string | null | undefined },
  { now, whose }: { now: Date; whose: Whose },
): Promise<Closing> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "day count");
    const { rows: next } = await sql<{ id: number }>`select nextval('klinika_id') as id`.execute(joined.db);
    const id = Number(next[0]?.id);
    const sums = [
      ...(await putIntoCount(joined, id, sides.taken, whose)),
      ...(await putIntoCount(joined, id, sides.voided, whose)),
    ];
    const lines = drawerTotals(await putLinesIntoCount(joined, id, whose));
    if (sums.length === 0 && lines.floats === 0n && lines.pettyCash === 0n)
      throw new Failure("already_done", "There is nothing to count: no payment since the last count.");
    const methods = byMethod(sums);
    const expected = fromCentavos(centavos(cashOf(methods)) + lines.net);
    const difference = centavos(counted) - centavos(expected);
    if (difference !== 0n && !note)
      throw invalidField(
        "note",
        `Say why the cash is ${differenceWords(difference)}: ${formatMoney(expected)} is expected`,
      );
    await joined.db
      .insertInto("dayClosings")
      .values({
        id,
        clinicId: joined.id,
        day: manilaDay(now),
        userId: whose,
        closedById: joined.userId,
        closedAt: now.toISOString(),
        payments: sums.reduce((count, { payments }) => count + payments, 0),
        methods: JSON.stringify(methods),
        openingFloat: fromCentavos(lines.floats),
        pettyCash: fromCentavos(lines.pettyCash),
        expected,
        counted,
        note,
      })
      .execute();
    const { rows } = await closingRows(joined, sql`day_closings.id = ${id}`).execute(joined.db);
    const [closing] = rows;
    if (!closing) throw new Error("The count was stored.");
    return asClosing(closing);
  });
}
