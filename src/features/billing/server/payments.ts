import type { Bill, PaymentDraft } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { finishPaidVisit } from "./add-bill.ts";
import { findBill, lockBill } from "./bill-rows.ts";
import { insertPaymentRow, voidPaymentRow } from "./payment-rows.ts";
import { followBills, voidRow } from "./record-amount.ts";

/** Records a payment of at most the balance. */
export function takePayment(
  clinic: ClinicScope,
  billId: number,
  draft: PaymentDraft,
  now: Date,
): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const bill = await lockBill(joined, billId);
    refuse(bill, draft);
    const { method, amount, tendered = null, reference = null } = draft;
    await insertPaymentRow(joined, billId, { method, amount, tendered, reference }, now);
    await followBills(joined, bill.patientId, now);
    return finishPaidVisit(joined, await findBill(joined, billId), now);
  });
}

/** Centavos of change. More is a typing mistake, not money that a patient hands over. */
const mostChange = 100_000_00n;

function refuse(bill: Bill, { method, amount, tendered }: PaymentDraft): void {
  if (bill.state === "void") throw new Failure("unusable", `Bill ${bill.number} is voided.`);
  if (bill.state === "paid")
    throw new Failure("already_done", `Bill ${bill.number} is paid already.`, { current: bill });
  if (centavos(amount) > centavos(bill.balance))
    throw invalidField("amount", `The balance is ${formatMoney(bill.balance)}`);
  if (method === "hmo" && bill.cover === null) throw invalidField("method", "This bill has no HMO");
  if (tendered && method !== "cash") throw invalidField("tendered", "Only cash is handed over");
  if (tendered && centavos(tendered) < centavos(amount))
    throw invalidField("tendered", `Less than ${formatMoney(amount)}`);
  if (tendered && centavos(tendered) - centavos(amount) > mostChange)
    throw invalidField(
      "tendered",
      `That is ${formatMoney(fromCentavos(centavos(tendered) - centavos(amount)))} in change. Check the cash received`,
    );
  if (method === "hmo" && bill.cover) refuseBeyondCover(bill.cover, amount);
}

function refuseBeyondCover({ company, approved, paid }: NonNullable<Bill["cover"]>, amount: string): void {
  const left = centavos(approved) - centavos(paid);
  if (centavos(amount) <= left) return;
  const words =
    left > 0n
      ? `${company} approved ${formatMoney(approved)}, of which ${formatMoney(fromCentavos(left))} remains.`
      : `${company} approved ${formatMoney(approved)} and has paid it. Nothing remains.`;
  throw new Failure("unusable", words, { fields: { amount: words } });
}

/** The amount is due again. */
export function voidPayment(clinic: ClinicScope, id: number, reason: string, now: Date): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const payment = await joined.db
      .selectFrom("payments")
      .select("billId")
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!payment) throw notFound("Payment");
    const { patientId, payments } = await lockBill(joined, payment.billId);
    if (payments.some((each) => each.id === id && each.voidedAt !== null))
      throw new Failure("already_done", "This payment is already voided.");
    await voidPaymentRow(joined, id, reason, now);
    await followBills(joined, patientId, now);
    return findBill(joined, payment.billId);
  });
}

export function voidBill(clinic: ClinicScope, id: number, reason: string, now: Date): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const bill = await lockBill(joined, id);
    if (bill.state === "void") throw new Failure("already_done", `Bill ${bill.number} is voided already.`);
    if (bill.payments.some(({ voidedAt }) => voidedAt === null))
      throw new Failure("unusable", "Void its payments first.");
    await voidRow(joined, id, reason, now);
    await followBills(joined, bill.patientId, now);
    return findBill(joined, id);
  });
}
