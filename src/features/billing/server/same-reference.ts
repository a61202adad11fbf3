import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Bill, PaymentDraft } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { paymentMethodLabels, type StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import { Failure } from "#shared/errors.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { fold } from "#shared/formats/name-search.ts";

/** The payments of the clinic, not voided, that have a reference, as `search_text` has it, each with its bill. */
const paymentsOf = (clinic: ClinicScope, reference: RawBuilder<string>) =>
  clinic.db
    .selectFrom("payments as same")
    .innerJoin("bills as itsBill", (join) =>
      join.onRef("itsBill.clinicId", "=", "same.clinicId").onRef("itsBill.id", "=", "same.billId"),
    )
    .where("same.clinicId", "=", clinic.id)
    .where("same.voidedAt", "is", null)
    .where("same.searchText", "=", reference);

/** The number of the bill of the first other payment with the reference of the row of `payments`, if that is not voided. */
export const billOfSameReference = (clinic: ClinicScope) =>
  paymentsOf(clinic, sql`payments.search_text`)
    .where(sql<SqlBool>`same.id <> payments.id and payments.voided_at is null`)
    .select("itsBill.number")
    .orderBy("same.id")
    .limit(sql.lit(1));

/**
 * One transfer is easily recorded twice: for two patients, or on two screens. It may also pay for both, so the caller is
 * asked.
 * @throws Failure reference_to_confirm naming the latest payment with this reference, without the patient for callers who
 * may not view patients
 */
export async function askAboutReference(
  clinic: ClinicScope,
  bill: Bill,
  { method, reference, isReferenceConfirmed }: PaymentDraft,
  maySee: boolean,
): Promise<void> {
  if (!reference) return;
  // Of two that are taken at once, the second is asked about too.
  await lockInTransaction(clinic, `payment ${fold(reference)}`);
  if (isReferenceConfirmed) return;
  const known = await paymentsOf(clinic, sql`payment_reference(${method}, ${reference})`)
    .innerJoin("patients", (join) =>
      join.onRef("patients.clinicId", "=", "same.clinicId").onRef("patients.id", "=", "same.patientId"),
    )
    .select(["same.method", "same.amount", "itsBill.id", "itsBill.number", "patients.patientName"])
    .orderBy("same.id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  if (!known) return;
  const paid = `${paymentMethodLabels[known.method as StoredPaymentMethod]} ${formatMoney(known.amount)}`;
  const where =
    known.id === bill.id ? "this bill" : `bill ${known.number}${maySee ? ` of ${known.patientName}` : ""}`;
  const words = `This reference is already on ${where}, ${paid}. Record it too only if one transfer paid for both.`;
  throw new Failure("reference_to_confirm", words, { fields: { reference: words } });
}
