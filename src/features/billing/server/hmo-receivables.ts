import { sql } from "kysely";
import type { Receivable } from "#features/billing/contract.ts";
import { hmoOwes } from "#features/billing/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hmoBalance } from "#server/money-figures.ts";
import { lockPatients } from "#server/patient/lock-patients.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";
import { fold } from "#shared/formats/name-search.ts";
import { findBill, lockBill } from "./bill-rows.ts";
import { insertPaymentRow } from "./payment-rows.ts";
import { followBills } from "./record-amount.ts";

/** The limit of a response. */
const mostClaims = 1000;

type Claim = Receivable["claims"][number];

const withoutCompany = ({ company: _company, ...claim }: Claim & { company: string }): Claim => claim;

type Sums = Pick<Receivable, "company" | "amount"> & Receivable["byAge"] & { claims: number };

const owed = hmoBalance("b");
const openClaims = (clinic: ClinicScope) => sql`
  from bills b join patients p on p.clinic_id = b.clinic_id and p.id = b.patient_id
  where b.clinic_id = ${clinic.id} and b.is_open and b.hmo_company is not null and ${owed} > 0`;

/**
 * What the HMOs owe, by company in alphabetical order, the oldest claim first. Sums are of all claims, also of those
 * beyond the limit. "MAXICARE" and "Maxicare" are one
 * company, named as it was typed last.
 */
export async function listReceivables(clinic: ClinicScope, now: Date): Promise<Receivable[]> {
  const today = manilaDay(now);
  const { rows: sums } = await sql<Sums>`
    select (array_agg(company order by id desc))[1] as company, sum(owed) as amount, count(*)::integer as claims,
           coalesce(sum(owed) filter (where age <= 30), 0.00) as to30,
           coalesce(sum(owed) filter (where age between 31 and 60), 0.00) as to60,
           coalesce(sum(owed) filter (where age between 61 and 90), 0.00) as to90,
           coalesce(sum(owed) filter (where age > 90), 0.00) as older
    from (select b.id, b.hmo_company as company, ${owed} as owed, ${today}::date - b.day as age ${openClaims(clinic)}) claims
    group by fold(company)`.execute(clinic.db);
  const { rows } = await sql<Claim & { company: string }>`
    select b.id as bill_id, b.number, b.day, b.patient_id, p.patient_name, b.hmo_company as company, b.hmo_card as card,
           b.hmo_loa as loa, b.hmo_billed_at as billed_at, b.hmo_reference as reference, ${owed} as hmo_balance,
           ${today}::date - b.day as age
    ${openClaims(clinic)}
    order by b.day, b.id limit ${sql.lit(mostClaims)}`.execute(clinic.db);
  const listed = Map.groupBy(rows, ({ company }) => fold(company));
  return sums
    .map(({ company, amount, claims, ...byAge }) => {
      const oldest = listed.get(fold(company)) ?? [];
      return { company, amount, byAge, claims: oldest.map(withoutCompany), more: claims - oldest.length };
    })
    .toSorted((one, other) => one.company.localeCompare(other.company));
}

type Batch = { billIds: readonly number[]; reference: string };
type Marked = { bills: number; amount: string };

/** Unique and sorted. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((one, other) => one - other);

/** Records the statement that the claims were sent with, and when. */
export function markClaimsBilled(clinic: ClinicScope, batch: Batch, now: Date): Promise<Marked> {
  return eachClaim(clinic, batch, async (joined, billId) => {
    const at = now.toISOString();
    await joined.db
      .updateTable("bills")
      .set({ hmoBilledAt: at, hmoReference: batch.reference, updatedAt: at })
      .where("clinicId", "=", joined.id)
      .where("id", "=", billId)
      .execute();
  });
}

/** Records what the HMO owes of each bill as a payment. */
export function markClaimsPaid(clinic: ClinicScope, batch: Batch, now: Date): Promise<Marked> {
  return eachClaim(clinic, batch, async (joined, billId, amount) => {
    const payment = { method: "hmo", amount, tendered: null, reference: batch.reference } as const;
    await insertPaymentRow(joined, billId, payment, now);
    await followBills(joined, (await findBill(joined, billId)).patientId, now);
  });
}

function eachClaim(
  clinic: ClinicScope,
  { billIds }: Batch,
  work: (clinic: ClinicScope, billId: number, hmoBalance: string) => Promise<void>,
): Promise<Marked> {
  return clinic.transaction(async (joined) => {
    let amount = 0n;
    const ids = inOrder(billIds);
    const ofBills = joined.db
      .selectFrom("bills")
      .select("patientId")
      .where("clinicId", "=", joined.id)
      .where("id", "in", ids);
    await lockPatients(joined, ofBills);
    for (const id of ids) {
      const bill = await lockBill(joined, id);
      if (!hmoOwes(bill))
        throw new Failure("unusable", `The HMO owes nothing on bill ${bill.number}. Nothing was changed.`);
      await work(joined, id, bill.hmoBalance);
      amount += centavos(bill.hmoBalance);
    }
    return { bills: ids.length, amount: fromCentavos(amount) };
  });
}
