import { type RawBuilder, sql } from "kysely";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { csvAnswer, deletedMeanwhile, type Exported } from "#server/http/csv-answer.ts";
import { everyRow, idsAsArray, idsAsText, idsInText } from "#server/http/every-row.ts";
import { paymentMethodLabels, type StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import type { Cell } from "#shared/formats/csv.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";
import { statementToExport } from "./statements.ts";

type Entry = {
  id: number;
  day: string;
  /** Null: the patient was deleted. */
  number: string | null;
  description: string | null;
  isVoid: boolean;
  method: StoredPaymentMethod | null;
  charged: string;
  discount: string;
  hmoDue: string;
  collected: string;
  share: string;
};

const columns: readonly (readonly [heading: string, cell: (entry: Entry) => Cell])[] = [
  ["Day", ({ day }) => day],
  ["Bill", ({ number }) => number ?? "Patient deleted"],
  ["Service", ({ description }) => description ?? ""],
  ["Entry", ({ method, isVoid }) => `${method ? "Payment" : "Bill"}${isVoid ? " voided" : ""}`],
  ["Charged", ({ charged }) => ({ number: charged })],
  ["Discounts", ({ discount }) => ({ number: discount })],
  ["HMO due", ({ hmoDue }) => ({ number: hmoDue })],
  ["Method", ({ method }) => (method ? paymentMethodLabels[method] : "")],
  ["Collected", ({ collected }) => ({ number: collected })],
  ["Doctor", ({ share }) => ({ number: share })],
  ["Clinic", ({ collected, share }) => ({ number: fromCentavos(centavos(collected) - centavos(share)) })],
];

/** Every entry of a statement, without patients' names. The ids are read first: entries added meanwhile are not included. */
export async function exportStatement(
  clinic: ClinicScope,
  reader: Pick<Session, "userId" | "role">,
  query: Parameters<typeof statementToExport>[2],
): Promise<Exported> {
  const { entries, name } = await statementToExport(clinic, reader, query);
  const { rows: found } = await sql<{ ids: string }>`
    select ${idsAsText(sql`day, id`)} as ids from (select e.id, e.day from statement_entries e where ${entries}) found`.execute(
    clinic.db,
  );
  const ids = idsInText(found[0]?.ids ?? "");
  const file = await csvAnswer(
    name,
    columns.map(([heading]) => heading),
    chunks(),
  );
  return { file, rowCount: ids.length };

  async function* chunks() {
    for await (const rows of everyRow(clinic, ids, readEntries))
      yield rows.map((row) => (row ? columns.map(([, cell]) => cell(row)) : deletedMeanwhile));
  }
}

async function readEntries(clinic: ClinicScope, ids: readonly number[]): Promise<Entry[]> {
  const { rows } = await (
    sql<Entry>`
    select e.id, e.day, b.number, b.lines -> e.line::integer ->> 'description' as description, e.is_void, p.method, e.charged,
           e.discount, e.hmo_due, e.collected, e.share
    from statement_entries e
    left join bills b on b.clinic_id = e.clinic_id and b.id = e.bill_id
    left join payments p on p.clinic_id = e.clinic_id and p.id = e.payment_id
    where e.clinic_id = ${clinic.id} and e.id = any (${idsAsArray(ids)}::bigint[])` as RawBuilder<Entry>
  ).execute(clinic.db);
  return rows;
}
