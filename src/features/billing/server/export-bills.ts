import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { csvAnswer, deletedMeanwhile, type Exported } from "#server/http/csv-answer.ts";
import { everyRow, idsAsArray, idsAsText, idsInText } from "#server/http/every-row.ts";
import { isPaidWithoutBill } from "#server/money-figures.ts";
import { type DiscountKind, discountLabels } from "#shared/billing/bill-sums.ts";
import { paymentMethodLabels, type StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import type { Cell } from "#shared/formats/csv.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";
import { type BillRow, billRows } from "./bill-rows.ts";

/** First and last Manila day, inclusive; open where not given. */
export type Span = { from?: string | undefined; to?: string | undefined };

/** A heading, and the cell below it. */
type Column<Row> = readonly [heading: string, cell: (row: Row) => Cell];

const beginning = "0001-01-01";
const end = "9999-12-31";

/** Bills of the days, with discounts as the Bureau of Internal Revenue requires (RR 1-2007). */
export const exportBills = (clinic: ClinicScope, span: Span): Promise<Exported> =>
  exported(clinic, span, {
    table: "bills",
    entries: (id) => sql`select day, id from bills where clinic_id = ${id}`,
    read: billRows,
    columns: billColumns,
  });

/**
 * Payments of the days: a payment on the day on which it was taken, and its voiding, with a negative amount, on its own
 * day, so that the sum is what the day's count says.
 */
export const exportPayments = (clinic: ClinicScope, span: Span): Promise<Exported> =>
  exported(clinic, span, {
    table: "payments",
    entries: (id) => sql`
      select day, id from payments where clinic_id = ${id}
      union all select void_day, -id from payments where clinic_id = ${id} and voided_at is not null
      union all select record_day, id from patients where clinic_id = ${id} and ${isPaidWithoutBill()}`,
    read: readPayments,
    columns: paymentColumns,
  });

/** The ids are read first: rows added meanwhile are not included. */
async function exported<Row extends { id: number }>(
  clinic: ClinicScope,
  { from = beginning, to = end }: Span,
  of: {
    table: "bills" | "payments";
    /** Rows of `day` and `id`. */
    entries: (clinicId: number) => RawBuilder<unknown>;
    read: (clinic: ClinicScope, ids: readonly number[]) => Promise<Row[]>;
    columns: readonly Column<Row>[];
  },
): Promise<Exported> {
  const { rows: found } = await sql<{ ids: string }>`
    select ${idsAsText(sql`day, abs(id), id desc`)} as ids from (${of.entries(clinic.id)}) as entries
    where day between ${from}::date and ${to}::date`.execute(clinic.db);
  const ids = idsInText(found[0]?.ids ?? "");
  const headings = of.columns.map(([heading]) => heading);
  const file = await csvAnswer(`${of.table}_${nameOf({ from, to })}.csv`, headings, chunks());
  return { file, rowCount: ids.length };

  async function* chunks() {
    for await (const rows of everyRow(clinic, ids, of.read))
      yield rows.map((row) => (row ? of.columns.map(([, cell]) => cell(row)) : deletedMeanwhile));
  }
}

/** A payment by its id, its voiding by the negative one, and an amount marked paid in a record by the patient's. */
async function readPayments(clinic: ClinicScope, ids: readonly number[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select line.id, line.day, line.at as taken_at, b.number, p.patient_name, p.admission_no, y.method, line.amount,
           y.reference, concat_ws(' ', person.first_name, person.last_name) as taken_by, line.is_counted,
           y.voided_at, y.void_reason
    from payments y
    cross join lateral (values
      (y.id, y.day, y.taken_at, y.amount, y.taken_by_id, y.closing_id is not null),
      (-y.id, y.void_day, y.voided_at, -y.amount, y.voided_by_id, y.void_closing_id is not null))
      as line (id, day, at, amount, user_id, is_counted)
    left join bills b on b.clinic_id = y.clinic_id and b.id = y.bill_id
    left join patients p on p.clinic_id = y.clinic_id and p.id = y.patient_id
    left join users person on person.clinic_id = y.clinic_id and person.id = line.user_id
    where y.clinic_id = ${clinic.id} and y.id = any (${idsAsArray(ids.map(Math.abs))}::bigint[])
      and line.id = any (${idsAsArray(ids)}::bigint[])
    union all
    select p.id, p.record_day, null, null, p.patient_name, p.admission_no, 'unstated', p.amount, null, '', false, null, null
    from patients p where p.clinic_id = ${clinic.id} and p.id = any (${idsAsArray(ids)}::bigint[])
      and ${isPaidWithoutBill("p")}`.execute(clinic.db);
  return rows;
}

const nameOf = ({ from, to }: Required<Span>) =>
  [from === beginning ? "all" : from, to === end ? "" : to].filter(Boolean).join("_");

const billColumns: readonly Column<BillRow>[] = [
  ["Bill", (row) => row.number],
  ["Day", (row) => row.day],
  ["Patient", (row) => row.patientName],
  ["Admission #", (row) => row.admissionNo],
  [
    "Lines",
    (row) =>
      row.lines
        .map(({ description, quantity, amount }) => `${quantity} × ${description} at ${amount}`)
        .join("; "),
  ],
  ["Charges", (row) => row.charges],
  ["VAT exemption", (row) => row.vatExemption],
  ["Discount", (row) => (row.discountKind ? discountLabels[row.discountKind as DiscountKind] : "")],
  ["Percent", (row) => row.discountPercent ?? ""],
  ["Discount amount", (row) => row.discountAmount],
  ["ID number", (row) => row.discountIdNumber ?? ""],
  ["Name on the ID", (row) => row.discountName ?? ""],
  ["Due", (row) => row.due],
  ["Paid", (row) => row.paid],
  ["Balance", (row) => row.balance],
  ["HMO", (row) => row.hmoCompany ?? ""],
  ["Card", (row) => row.hmoCard ?? ""],
  ["LOA", (row) => row.hmoLoa ?? ""],
  ["Approved", (row) => row.hmoApproved ?? ""],
  ["Paid by HMO", (row) => row.hmoPaid],
  [
    "HMO receivable",
    (row) =>
      row.hmoCompany === null || row.voidedAt
        ? ""
        : fromCentavos(centavos(row.balance) - centavos(row.patientBalance)),
  ],
  ["Statement", (row) => row.hmoReference ?? ""],
  ["Billed by", (row) => row.createdByName ?? ""],
  ["Voided", (row) => (row.voidedAt ? formatInstant(row.voidedAt) : "")],
  ["Reason", (row) => row.voidReason ?? ""],
];

type PaymentRow = {
  id: number;
  day: string;
  takenAt: string | null;
  number: string | null;
  /** Null: the patient was deleted. */
  patientName: string | null;
  admissionNo: string | null;
  method: StoredPaymentMethod;
  amount: string;
  reference: string | null;
  takenBy: string;
  isCounted: boolean;
  voidedAt: string | null;
  voidReason: string | null;
};

const paymentColumns: readonly Column<PaymentRow>[] = [
  ["Day", (row) => row.day],
  ["Time", (row) => (row.takenAt ? formatInstant(row.takenAt) : "")],
  ["Bill", (row) => row.number ?? ""],
  ["Patient", (row) => row.patientName ?? "Patient deleted"],
  ["Admission #", (row) => row.admissionNo ?? ""],
  ["Method", (row) => paymentMethodLabels[row.method]],
  ["Amount", (row) => ({ number: row.amount })],
  ["Reference", (row) => row.reference ?? ""],
  ["By", (row) => row.takenBy],
  ["Counted", (row) => (row.isCounted ? "Yes" : "No")],
  ["Voided", (row) => (row.voidedAt ? formatInstant(row.voidedAt) : "")],
  ["Reason", (row) => row.voidReason ?? ""],
];
