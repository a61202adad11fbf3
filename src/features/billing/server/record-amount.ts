import { type Insertable, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { followEntries, followedBill } from "#server/patient/follow-entries.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { nextBillNumber } from "./bill-numbers.ts";
import { insertPaymentRow } from "./payment-rows.ts";
import { storedShares } from "./stored-shares.ts";

/** How a patient's record shows the amount due: the specification's two fields. */
type RecordAmount = { amount: string | null; paymentStatus: string };

/** The patient, locked until the transaction ends. */
export async function lockPatient(clinic: ClinicScope, patientId: number) {
  return selectPatient(clinic, patientId)
    .select([
      "patientName",
      "birthday",
      ageTold(),
      "isArchived",
      "isBilled",
      "amount",
      "paymentStatus",
      "recordDay",
    ])
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Patient"));
}

/**
 * The amount of a record without bills becomes its first bill, of one line and on the record's day, so that reports do
 * not change. It is paid, without a known method, where the record says so.
 */
export async function billTypedAmount(
  clinic: ClinicScope,
  patientId: number,
  { isBilled, amount, paymentStatus, recordDay }: Awaited<ReturnType<typeof lockPatient>>,
  now: Date,
): Promise<number | null> {
  if (isBilled || amount === null || centavos(amount) <= 0n) return null;
  const day = recordDay ?? manilaDay(now);
  const id = await insertBillRow(
    clinic,
    {
      patientId,
      day,
      isFromRecord: true,
      lines: JSON.stringify([{ description: "Amount in the record", quantity: 1, amount }]),
      isVatRegistered: false,
      charges: amount,
      due: amount,
      isOverdue: paymentStatus === "Overdue",
    },
    now,
  );
  if (paymentStatus === "Paid-Received")
    await insertPaymentRow(
      clinic,
      id,
      { method: "unstated", amount, tendered: null, reference: null, day },
      now,
    );
  return id;
}

/** Stores a bill with the next number, of which nothing is paid yet. */
export async function insertBillRow(
  clinic: ClinicScope,
  bill: Omit<Insertable<Database["bills"]>, OfEveryBill>,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const { due, hmoApproved = null } = bill;
  const { id } = await clinic.db
    .insertInto("bills")
    .values({
      ...bill,
      ...storedShares({ due, paid: "0.00", hmoApproved, hmoPaid: "0.00" }),
      clinicId: clinic.id,
      number: await nextBillNumber(clinic, now),
      createdById: clinic.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type OfEveryBill =
  | "clinicId"
  | "number"
  | "patientShare"
  | "patientBalance"
  | "createdById"
  | "createdAt"
  | "updatedAt";

/** What billing changed is in the record too. */
export const followBills = (clinic: ClinicScope, patientId: number, now: Date): Promise<void> =>
  followEntries(clinic, [patientId], ["bills"], { isNewVersion: true, updatedAt: now });

/**
 * Refuses another amount or payment status for a patient who has bills, whose record follows them: applied, it would
 * count money a second time, or be overwritten by the bill's state. The stored values, sent again, are no change.
 */
export async function refuseBilledAmount(
  clinic: ClinicScope,
  patientId: number,
  typed: Partial<RecordAmount>,
  stored: RecordAmount,
): Promise<void> {
  const isSame = typed.amount === undefined || sameAmount(typed.amount, stored.amount);
  if (isSame && (typed.paymentStatus === undefined || typed.paymentStatus === stored.paymentStatus)) return;
  const { rows } = await followedBill(clinic.id, sql`${patientId}`).execute(clinic.db);
  const [bill] = rows;
  if (!bill) throw new Error("A billed patient has a bill.");
  const words = `This patient's amount and payment status come from bill ${bill.number}: ${formatMoney(stored.amount ?? "0")}, ${stored.paymentStatus}. To change them, take a payment or void the bill under Bills and Payments.`;
  throw new Failure("billed", words, { fields: { [isSame ? "paymentStatus" : "amount"]: words } });
}

const sameAmount = (one: string | null, other: string | null) =>
  (one === null) === (other === null) && centavos(one ?? "0") === centavos(other ?? "0");
