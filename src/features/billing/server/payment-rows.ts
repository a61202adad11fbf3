import type { ClinicScope } from "#server/database/db.ts";
import type { StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { sumOf } from "#shared/formats/money.ts";
import { addPaidEntries, linesOfBill, type StoredLine, voidPaidEntries } from "./statement-entries.ts";
import { storedShares } from "./stored-shares.ts";

type PaymentRow = {
  method: StoredPaymentMethod;
  amount: string;
  tendered: string | null;
  reference: string | null;
  /** The Manila day on which it counts. Not given: today. */
  day?: string;
};

/** Stores a payment and adds it to its bill, which the caller has locked. */
export async function insertPaymentRow(
  clinic: ClinicScope,
  billId: number,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const { patientId, lines } = await addToPaid(clinic, billId, payment, now);
  const { id, day } = await clinic.db
    .insertInto("payments")
    .values({
      day: manilaDay(now),
      ...payment,
      clinicId: clinic.id,
      billId,
      patientId,
      takenById: clinic.userId,
      takenAt: at,
    })
    .returning(["id", "day"])
    .executeTakeFirstOrThrow();
  if (lines) await addPaidEntries(clinic, { id, billId, day, ...payment }, lines);
}

/** Voids a payment that is not voided, and subtracts it from its bill, which the caller has locked. */
export async function voidPaymentRow(
  clinic: ClinicScope,
  id: number,
  reason: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const { billId, method, amount } = await clinic.db
    .updateTable("payments")
    .set({ voidedAt: at, voidedById: clinic.userId, voidDay: manilaDay(now), voidReason: reason })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("voidedAt", "is", null)
    .returning(["billId", "method", "amount"])
    .executeTakeFirstOrThrow();
  if (billId === null) throw new Error("The payment's bill is locked.");
  const { lines } = await addToPaid(clinic, billId, { method, amount: `-${amount}` }, now);
  if (lines) await voidPaidEntries(clinic, id, manilaDay(now));
}

/** `amount` may be negative. Returns the lines as they were before, of a bill that names its doctors. */
async function addToPaid(
  clinic: ClinicScope,
  billId: number,
  { method, amount }: { method: string; amount: string },
  now: Date,
): Promise<{ patientId: number; lines: StoredLine[] | null }> {
  const { patientId, lines, ...bill } = await clinic.db
    .selectFrom("bills")
    .select(["patientId", "due", "paid", "hmoApproved", "hmoPaid", linesOfBill(clinic).as("lines")])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", billId)
    .executeTakeFirstOrThrow();
  const paid = sumOf([bill.paid, amount]);
  const hmoPaid = method === "hmo" ? sumOf([bill.hmoPaid, amount]) : bill.hmoPaid;
  const { patientBalance } = storedShares({ ...bill, paid, hmoPaid });
  await clinic.db
    .updateTable("bills")
    .set({ paid, hmoPaid, patientBalance, updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", billId)
    .execute();
  return { patientId, lines };
}
