import type { Bill, BillDraft } from "#features/billing/contract.ts";
import { moveVisit } from "#features/visits/server/move-visit.ts";
import { findVisit } from "#features/visits/server/visit-rows.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { refuseArchived } from "#server/patient/require-patient.ts";
import { isOfSeveral } from "#server/practitioners.ts";
import { requireDay } from "#server/require-day.ts";
import { type BillSums, billSums, isLegalDiscount } from "#shared/billing/bill-sums.ts";
import { discountRefusal } from "#shared/billing/senior-age.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos } from "#shared/formats/money.ts";
import { billsOf, findBill } from "./bill-rows.ts";
import { addLinesOfDoctors, doctorsOfDraft, namesDoctor } from "./lines-of-doctors.ts";
import { billTypedAmount, followBills, insertBillRow, lockPatient } from "./record-amount.ts";

/**
 * Bills a patient. From then on the record shows the latest open bill. An amount that the record had becomes a bill
 * of its own first, so that no peso is lost or counted twice.
 */
export function insertBill(
  clinic: ClinicScope,
  draft: BillDraft,
  { now, mayKnowAge }: { now: Date; mayKnowAge: boolean },
): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const { patientId, discount, hmo } = draft;
    const patient = await lockPatient(joined, patientId);
    refuseArchived(patient);
    const visitId = draft.visitId ?? null;
    if (visitId !== null && (await findVisit(joined, visitId)).patientId !== patientId)
      throw invalidField("visitId", "Choose a visit of this patient");
    const refusal = discountRefusal(discount?.kind ?? null, patient, manilaDay(now), { mayKnowAge });
    if (refusal !== null) throw invalidField("discount.kind", refusal);
    const { hasDoctors, isRegisteredForVat } = await billingOf(joined);
    const doctors = hasDoctors || namesDoctor(draft) ? await doctorsOfDraft(joined, draft) : [];
    const isVatRegistered = draft.isVatRegistered ?? isRegisteredForVat;
    const sums = checkedSums(draft, isVatRegistered);
    if (hmo?.validUntil) requireDay("hmoLetter", hmo.validUntil, "hmo.validUntil", { today: manilaDay(now) });
    if (hmo?.validUntil && hmo.validUntil < manilaDay(now))
      throw invalidField("hmo.validUntil", "This letter of authorization has expired");
    await billTypedAmount(joined, patientId, patient, now);
    const day = manilaDay(now);
    const lines = draft.lines.map(({ description, quantity, amount }) => ({ description, quantity, amount }));
    const approved = hmo ? (hmo.approved ?? sums.due) : null;
    const id = await insertBillRow(
      joined,
      {
        patientId,
        visitId,
        day,
        ...(doctors[0] !== undefined && { practitionerId: doctors[0] }),
        lines: JSON.stringify(lines),
        isVatRegistered,
        charges: sums.charges,
        vatExemption: sums.vatExemption,
        discount: sums.discount,
        due: sums.due,
        ...(discount && {
          discountKind: discount.kind,
          discountPercent: String(sums.percent),
          discountIdNumber: discount.idNumber ?? null,
          discountName: discount.name ?? (isLegalDiscount(discount.kind) ? patient.patientName : null),
        }),
        ...(hmo && {
          hmoCompany: hmo.company,
          hmoCard: hmo.card ?? null,
          hmoLoa: hmo.loa ?? null,
          hmoValidUntil: hmo.validUntil ?? null,
          hmoApproved: approved,
        }),
      },
      now,
    );
    if (doctors.length > 0)
      await addLinesOfDoctors(joined, { billId: id, day }, { lines, doctors, due: sums.due, approved });
    await followBills(joined, patientId, now);
    return finishPaidVisit(joined, await findBill(joined, id), now);
  });
}

/** Makes a bill of the amount in the record of a patient without bills. */
export function insertRecordBill(clinic: ClinicScope, patientId: number, now: Date): Promise<Bill> {
  return clinic.transaction(async (joined) => {
    const id = await billTypedAmount(joined, patientId, await lockPatient(joined, patientId), now);
    if (id === null) {
      const [latest] = await billsOf(joined, patientId);
      throw new Failure(
        "already_done",
        latest ? `The amount is on bill ${latest.number} already.` : "The record has no amount to bill.",
      );
    }
    await followBills(joined, patientId, now);
    return findBill(joined, id);
  });
}

function checkedSums({ lines, discount }: BillDraft, isVatRegistered: boolean): BillSums {
  if (discount?.kind === "promo" && !discount.percent)
    throw invalidField("discount.percent", "Enter the percentage of the discount");
  try {
    return billSums(lines, discount ?? null, isVatRegistered);
  } catch (error) {
    if (error instanceof RangeError) throw invalidField("lines", "A bill can be ₱9,999,999,999.99 at most");
    throw error;
  }
}

const billingOf = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("clinics")
    .select(["isVatRegistered as isRegisteredForVat", isOfSeveral(clinic).as("hasDoctors")])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();

/** A patient who waits for payment, and owes nothing more of the visit's bills, is done. */
export async function finishPaidVisit(clinic: ClinicScope, bill: Bill, now: Date): Promise<Bill> {
  if (bill.visitId === null) return bill;
  const ofVisit = await clinic.db
    .selectFrom("bills")
    .select("patientBalance")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", bill.patientId)
    .where("visitId", "=", bill.visitId)
    .where("voidedAt", "is", null)
    .execute();
  if (ofVisit.length === 0 || ofVisit.some(({ patientBalance }) => centavos(patientBalance) > 0n))
    return bill;
  if ((await findVisit(clinic, bill.visitId)).state === "for_payment")
    await moveVisit(clinic, bill.visitId, { state: "done" }, now);
  return bill;
}
