import type { Bill, PaymentDraft } from "#features/billing/contract.ts";
import { isLive, mayVoidBill, notifiesOwnerOfVoid } from "#features/billing/rules.ts";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyOwners } from "#server/notifications.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { finishPaidVisit } from "./add-bill.ts";
import { findBill, lockBill } from "./bill-rows.ts";
import { insertPaymentRow, voidPaymentRow } from "./payment-rows.ts";
import { followBills } from "./record-amount.ts";
import { askAboutReference } from "./same-reference.ts";
import { voidBilledEntries } from "./statement-entries.ts";

/** Records a payment of at most the balance. */
export function takePayment(
  clinic: ClinicScope,
  billId: number,
  draft: PaymentDraft,
  { now, maySee }: { now: Date; maySee: boolean },
): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const bill = await lockBill(joined, billId);
    refuse(bill, draft);
    await askAboutReference(joined, bill, draft, maySee);
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
  if (tendered && method !== "cash") throw invalidField("tendered", "Only cash has cash received and change");
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

type VoidedBy = { now: Date; session: Pick<Session, "userId" | "role" | "firstName" | "lastName"> };

/** The amount is due again. The owner is notified when it was another's payment, or counted already. */
export function voidPayment(
  clinic: ClinicScope,
  id: number,
  reason: string,
  { now, session }: VoidedBy,
): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const payment = await joined.db
      .selectFrom("payments")
      .select(["billId", "takenById", "closingId"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .executeTakeFirst();
    // Without a bill its patient was deleted: it only stays in the counts.
    if (!payment || payment.billId === null) throw notFound("Payment");
    const { billId, takenById } = payment;
    const { patientId, payments } = await lockBill(joined, billId);
    const voided = payments.find((each) => each.id === id);
    if (!voided || !isLive(voided)) throw new Failure("already_done", "This payment is already voided.");
    await voidPaymentRow(joined, id, reason, now);
    await followBills(joined, patientId, now);
    const bill = await findBill(joined, billId);
    const isCounted = payment.closingId !== null;
    if (notifiesOwnerOfVoid(session, { byId: takenById, isCounted })) {
      const taken = `${formatMoney(voided.amount)}, ${paymentMethodLabels[voided.method]}`;
      await notifyOfVoid(joined, bill, {
        title: "Payment voided",
        message: `${nameOf(session)} voided a payment of ${taken}, on bill ${bill.number}, which ${voided.takenByName ?? "somebody"} took${isCounted ? " and which was counted already" : ""}.`,
        now,
      });
    }
    return bill;
  });
}

const nameOf = ({ firstName, lastName }: VoidedBy["session"]) => `${firstName} ${lastName}`.trim();

const notifyOfVoid = (
  clinic: ClinicScope,
  { patientId }: Bill,
  { title, message, now }: { title: string; message: string; now: Date },
): Promise<void> =>
  notifyOwners(
    clinic,
    { type: "warning", title, message, actionType: "patient", actionData: { patientId } },
    now,
  );

/** The owner is notified when another made the bill. */
export function voidBill(
  clinic: ClinicScope,
  id: number,
  reason: string,
  { now, session }: VoidedBy,
): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const bill = await lockBill(joined, id);
    if (bill.state === "void") throw new Failure("already_done", `Bill ${bill.number} is voided already.`);
    if (!mayVoidBill(bill)) throw new Failure("unusable", "Void its payments first.");
    const at = now.toISOString();
    const { createdById } = await joined.db
      .updateTable("bills")
      .set({ voidedAt: at, voidedById: joined.userId, voidReason: reason, updatedAt: at })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .returning("createdById")
      .executeTakeFirstOrThrow();
    if (bill.lines[0]?.practitionerId !== undefined) await voidBilledEntries(joined, id, manilaDay(now));
    await followBills(joined, bill.patientId, now);
    if (notifiesOwnerOfVoid(session, { byId: createdById, isCounted: false }))
      await notifyOfVoid(joined, bill, {
        title: "Bill voided",
        message: `${nameOf(session)} voided bill ${bill.number} of ${formatMoney(bill.due)}, which ${bill.createdByName ?? "somebody"} made.`,
        now,
      });
    return finishPaidVisit(joined, await findBill(joined, id), now);
  });
}
