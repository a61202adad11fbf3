import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos } from "#shared/formats/money.ts";
import { nextBillNumber } from "./bill-numbers.ts";
import { findBill } from "./bill-rows.ts";
import { insertPaymentRow } from "./payment-rows.ts";

/** How the record of a patient tells what is owed: the specification's two fields (decision C8). */
type RecordAmount = { amount: string | null; paymentStatus: string };

/** The patient, locked until the transaction ends. */
export async function lockPatient(clinic: ClinicScope, patientId: number) {
  const patient = await clinic.db
    .selectFrom("patients")
    .select(["patientName", "isArchived", "isBilled", "amount", "paymentStatus", "recordDay"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirst();
  if (!patient) throw notFound("Patient");
  return patient;
}

/** A bill of one line for an amount that was typed in the record, paid where the record says so. */
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
      isOverdue: paymentStatus === "Overdue",
      createdById: clinic.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (paymentStatus === "Paid-Received") await settle(clinic, id, now);
  return id;
}

/** The amount of a record without bills becomes its first bill, of the record's day, so that reports stay as they are. */
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

/** Writes sum and state of the latest open bill, else of the latest one, into the patient's record. */
export async function followBills(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  const bill = await latestBill(clinic, patientId);
  const paymentStatus =
    bill === undefined || bill.isOpen ? (bill?.isOverdue ? "Overdue" : "Pending") : "Paid-Received";
  await clinic.db
    .updateTable("patients")
    .set({
      amount: bill?.due ?? null,
      paymentStatus,
      isBilled: bill !== undefined,
      version: sql<number>`version + 1`,
      updatedAt: now.toISOString(),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .where(
      sql<boolean>`(amount, payment_status, is_billed) is distinct from (${bill?.due ?? null}::numeric, ${paymentStatus}, ${bill !== undefined}::boolean)`,
    )
    .execute();
}

const latestBill = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("bills")
    .select(["id", "due", "isOpen", "isOverdue"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("voidedAt", "is", null)
    .orderBy("isOpen", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/**
 * Refuses another amount or payment status than the bills of a patient say: what was billed and paid changes with a
 * bill or a payment, else a peso would count twice.
 */
export async function requireAsBilled(
  clinic: ClinicScope,
  patientId: number,
  typed: Partial<RecordAmount>,
  stored: RecordAmount,
): Promise<void> {
  const isAmount = typed.amount === undefined || sameAmount(typed.amount || null, stored.amount);
  const isStatus = typed.paymentStatus === undefined || typed.paymentStatus === stored.paymentStatus;
  if (isAmount && isStatus) return;
  const latest = await latestBill(clinic, patientId);
  if (!latest) throw new Error("A billed patient has a bill.");
  const bill = `bill ${(await findBill(clinic, latest.id)).number}`;
  if (!isAmount)
    throw invalidField(
      "amount",
      `The amount is that of ${bill}. To change it, void the bill and make a new one.`,
    );
  throw invalidField(
    "paymentStatus",
    `The status is that of ${bill}. To change it, take a payment for the bill, or void one.`,
  );
}

const sameAmount = (one: string | null, other: string | null) =>
  (one === null) === (other === null) && centavos(one ?? "0") === centavos(other ?? "0");

/** Paid, without saying how. */
async function settle(clinic: ClinicScope, billId: number, now: Date): Promise<void> {
  const { balance } = await findBill(clinic, billId);
  if (centavos(balance) === 0n) return;
  await insertPaymentRow(
    clinic,
    billId,
    { method: "unstated", amount: balance, tendered: null, reference: null },
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
