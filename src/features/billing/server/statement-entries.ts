import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import { type BilledLine, paymentOverLines } from "#shared/billing/spread.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";

/** A line of a bill with what it owes and has paid: pesos. */
export type StoredLine = {
  line: number;
  practitionerId: number;
  due: string;
  hmoDue: string;
  fullShare: string;
  collected: string;
  hmoPart: string;
  share: string;
};

/** Of a row of `bills`: its lines, or null where they name no doctor, as in a clinic of one. */
export const linesOfBill = (clinic: ClinicScope): RawBuilder<StoredLine[] | null> => sql`
  (select jsonb_agg(jsonb_build_object(
            'line', line, 'practitionerId', practitioner_id, 'due', due::text, 'hmoDue', hmo_due::text,
            'fullShare', full_share::text, 'collected', collected::text, 'hmoPart', hmo_part::text, 'share', share::text)
          order by line)
   from (select line, practitioner_id, sum(charged - discount) as due, sum(hmo_due) as hmo_due,
                sum(full_share) as full_share, sum(collected) as collected, sum(hmo_part) as hmo_part, sum(share) as share
         from statement_entries
         where statement_entries.clinic_id = ${clinic.id} and statement_entries.bill_id = bills.id
         group by line, practitioner_id) lines)`;

/** Of a row of `bills`: the doctors of its lines by their places, or null. */
export const doctorsOfBill = (
  clinic: ClinicScope,
): RawBuilder<Record<string, { practitionerId: number; doctorName: string }> | null> => sql`
  (select jsonb_object_agg(entry.line, jsonb_build_object(
            'practitionerId', practitioner.id, 'doctorName', concat_ws(' ', account.first_name, account.last_name)))
   from statement_entries entry
   join practitioners practitioner
     on practitioner.clinic_id = entry.clinic_id and practitioner.id = entry.practitioner_id
   join users account on account.clinic_id = practitioner.clinic_id and account.id = practitioner.user_id
   where entry.clinic_id = ${clinic.id} and entry.bill_id = bills.id and entry.payment_id is null and not entry.is_void)`;

/** Names the doctor of each line of a new bill. */
export async function addBilledEntries(
  clinic: ClinicScope,
  { billId, day }: { billId: number; day: string },
  lines: readonly (BilledLine & { practitionerId: number })[],
): Promise<void> {
  await clinic.db
    .insertInto("statementEntries")
    .values(
      lines.map(({ practitionerId, charged, discount, hmoDue, fullShare }, line) => ({
        clinicId: clinic.id,
        practitionerId,
        day,
        billId,
        line,
        charged: fromCentavos(charged),
        discount: fromCentavos(discount),
        hmoDue: fromCentavos(hmoDue),
        fullShare: fromCentavos(fullShare),
      })),
    )
    .execute();
}

/** Divides a payment over the lines of its bill. */
export async function addPaidEntries(
  clinic: ClinicScope,
  payment: { id: number; billId: number; day: string; method: StoredPaymentMethod; amount: string },
  lines: readonly StoredLine[],
): Promise<void> {
  const paid = lines.map((line) => ({
    due: centavos(line.due),
    hmoDue: centavos(line.hmoDue),
    fullShare: centavos(line.fullShare),
    collected: centavos(line.collected),
    hmoPart: centavos(line.hmoPart),
    share: centavos(line.share),
  }));
  const parts = paymentOverLines(centavos(payment.amount), paid, { isHmo: payment.method === "hmo" });
  await clinic.db
    .insertInto("statementEntries")
    .values(
      lines.flatMap(({ line, practitionerId }, index) => {
        const part = parts[index];
        if (!part || (part.collected === 0n && part.share === 0n)) return [];
        return [
          {
            clinicId: clinic.id,
            practitionerId,
            day: payment.day,
            billId: payment.billId,
            line,
            paymentId: payment.id,
            collected: fromCentavos(part.collected),
            hmoPart: fromCentavos(part.hmoPart),
            share: fromCentavos(part.share),
          },
        ];
      }),
    )
    .execute();
}

export const voidPaidEntries = (clinic: ClinicScope, paymentId: number, day: string): Promise<void> =>
  voidEntries(clinic, day, sql`payment_id = ${paymentId}`);

export const voidBilledEntries = (clinic: ClinicScope, billId: number, day: string): Promise<void> =>
  voidEntries(clinic, day, sql`bill_id = ${billId} and payment_id is null`);

/** Adds the same entries, negative. */
async function voidEntries(clinic: ClinicScope, day: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into statement_entries (clinic_id, practitioner_id, day, bill_id, line, payment_id, is_void, charged, discount,
                                   hmo_due, full_share, collected, hmo_part, share)
    select clinic_id, practitioner_id, ${day}::date, bill_id, line, payment_id, true, -charged, -discount, -hmo_due,
           -full_share, -collected, -hmo_part, -share
    from statement_entries where clinic_id = ${clinic.id} and ${which} and not is_void`.execute(clinic.db);
}
