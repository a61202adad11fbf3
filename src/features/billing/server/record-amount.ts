import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { followEntries, followedBill } from "#server/patient/follow-entries.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { nextBillNumber } from "./bill-numbers.ts";
import { findBill } from "./bill-rows.ts";
import { insertPaymentRow } from "./payment-rows.ts";
import { storedShares } from "./stored-shares.ts";

/** How a patient's record shows the amount due: the specification's two fields. */
type RecordAmount = { amount: string | null; paymentStatus: string };

/** The patient, locked until the transaction ends. */
export async function lockPatient(clinic: ClinicScope, patientId: number) {
  const patient = await clinic.db
    .selectFrom("patients")
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
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirst();
  if (!patient) throw notFound("Patient");
  return patient;
}

/** Makes a bill of one line for an amount typed in the record, paid where the record says so. */
async function insertRecordBill(
  clinic: ClinicScope,
  patientId: number,
  { amount, paymentStatus, day }: { amount: string; paymentStatus: string; day: string },
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const { id } = await clinic.db
    .insertInto("bills")
    .values({
      clinicId: clinic.id,
      number: await nextBillNumber(clinic, now),
      patientId,
      day,
      isFromRecord: true,
      lines: JSON.stringify([{ description: "Amount in the record", quantity: 1, amount }]),
      isVatRegistered: false,
      charges: amount,
      due: amount,
      ...storedShares({ due: amount, paid: "0.00", hmoApproved: null, hmoPaid: "0.00" }),
      isOverdue: paymentStatus === "Overdue",
      createdById: clinic.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (paymentStatus === "Paid-Received") await settle(clinic, id, { day, now });
  return id;
}

/** The amount of a record without bills becomes its first bill, on the record's day, so that reports do not change. */
export async function billTypedAmount(
  clinic: ClinicScope,
  patientId: number,
  patient: Awaited<ReturnType<typeof lockPatient>>,
  now: Date,
): Promise<number | null> {
  const { isBilled, amount, paymentStatus, recordDay } = patient;
  if (isBilled || amount === null || centavos(amount) <= 0n) return null;
  return insertRecordBill(
    clinic,
    patientId,
    { amount, paymentStatus, day: recordDay ?? manilaDay(now) },
    now,
  );
}

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

/** Paid without a known method, on the record's day, where the count had it before. */
async function settle(
  clinic: ClinicScope,
  billId: number,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const { patientBalance: amount } = await findBill(clinic, billId);
  await insertPaymentRow(
    clinic,
    billId,
    { method: "unstated", amount, tendered: null, reference: null, day },
    now,
  );
}

export async function voidRow(clinic: ClinicScope, billId: number, reason: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await clinic.db
    .updateTable("bills")
    .set({ voidedAt: at, voidedById: clinic.userId, voidReason: reason, updatedAt: at })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", billId)
    .execute();
}
