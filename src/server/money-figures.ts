import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "./database/db.ts";

/*
 * What the clinic's figures count, each defined here once: for the dashboard, the list of patients, the reports, the
 * day's count and the exports.
 */

const column = (name: string, alias?: string) => sql.ref(alias ? `${alias}.${name}` : name);

/**
 * A patient who owes something: Pending or Overdue, with an amount. A new record is Pending before anything is charged,
 * and owes nothing. With bills the amount is the patient's share of one that is not paid (`followedBill`).
 */
export const owes = (alias?: string) =>
  sql<boolean>`${column("paymentStatus", alias)} in ('Pending', 'Overdue') and ${column("amount", alias)} > 0`;

/**
 * An amount marked Paid-Received in an active record that has no bills. It counts on the record's day, as in the
 * reports, without a method.
 */
export const isPaidWithoutBill = (alias?: string) =>
  sql<boolean>`${column("paymentStatus", alias)} = 'Paid-Received' and ${column("amount", alias)} > 0 and not ${column("isBilled", alias)} and not ${column("isArchived", alias)}`;

/** Of a row of `visits`. A bill that names no visit is that of its day. */
const isBillOfVisit = (clinicId: number) =>
  sql<boolean>`bills.clinic_id = ${clinicId} and bills.patient_id = visits.patient_id and bills.voided_at is null
    and (bills.visit_id = visits.id or bills.visit_id is null and bills.day = visits.day)`;

/**
 * A row of `visits`, joined with its patient, that lacks a bill unless it has one: done, in a clinic that takes payment
 * after the doctor. An amount in the record on the record's day is a bill too.
 */
export const endedToBill = (clinicId: number) =>
  sql<boolean>`(visits.state = 'done' and visits.purpose = 'consultation'
    and (select queue_has_payment from clinics where clinics.id = ${clinicId})
    and not coalesce(patients.amount > 0 and not patients.is_billed and patients.record_day = visits.day, false))`;

/** Those that have none. */
export const endedUnbilled = (clinicId: number) =>
  sql<boolean>`(${endedToBill(clinicId)} and not exists (select from bills where ${isBillOfVisit(clinicId)}))`;

/** A row of `visits` that waits for payment or is done: the sums of its bills, or null without any. */
export const billsOfVisit = (clinicId: number) =>
  sql<{ paid: string; patientBalance: string; hmoBalance: string } | null>`
    (case when visits.state in ('for_payment', 'done') then
      (select json_build_object('paid', sum(bills.paid)::text, 'patientBalance', sum(bills.patient_balance)::text,
                                'hmoBalance', sum(${hmoBalance("bills")})::text)
       from bills where ${isBillOfVisit(clinicId)} having count(*) > 0) end)`;

/** A row of `bills`: what its HMO has not paid yet. */
export const hmoBalance = (alias?: string) =>
  sql`(${column("due", alias)} - ${column("paid", alias)} - ${column("patient_balance", alias)})`;

/**
 * Payments by their takers, and voidings, negative, by who voided them. Rows of `method`, `user_id`, `payments` (1 or
 * -1), `amount` and `day`.
 *
 * @param userId only that user's; null: everyone's
 */
const paymentEntries = (
  clinicId: number,
  userId: number | null,
  { taken, voided }: Record<"taken" | "voided", RawBuilder<unknown>>,
) => sql`
  select method, taken_by_id as user_id, 1 as payments, amount, day from payments
  where clinic_id = ${clinicId} and ${taken} ${ofUser("takenById", userId)}
  union all
  select method, voided_by_id, -1, -amount, void_day from payments
  where clinic_id = ${clinicId} and ${voided} and voided_at is not null ${ofUser("voidedById", userId)}`;

/** What was collected on a Manila day: each payment on the day on which it was taken, each voiding on its own. */
export const paymentsOfDay = (clinicId: number, day: string, userId: number | null) =>
  paymentEntries(clinicId, userId, { taken: sql`day = ${day}::date`, voided: sql`void_day = ${day}::date` });

/** Collected on Manila days, the first and last included: the sum of their counts. */
export async function collectedFrom(
  clinic: ClinicScope,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const within = (column: string) => sql`${sql.ref(column)} between ${from}::date and ${to}::date`;
  const entries = paymentEntries(clinic.id, null, { taken: within("day"), voided: within("voidDay") });
  const { rows } = await sql<{ collected: string }>`
    select coalesce(sum(amount), 0.00) as collected from (${entries}) entries where method <> 'unstated'`.execute(
    clinic.db,
  );
  return rows[0]?.collected ?? "0.00";
}

/** What is in no closed count. */
export const uncountedPayments = (clinicId: number, userId: number | null) =>
  paymentEntries(clinicId, userId, {
    taken: sql`closing_id is null`,
    voided: sql`void_closing_id is null`,
  });

/** A condition on the user of a row; none for everyone's. */
export const ofUser = (name: string, userId: number | null) =>
  userId === null ? sql`` : sql`and ${sql.ref(name)} = ${userId}`;
