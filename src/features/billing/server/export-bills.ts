import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { csvAnswer, deletedMeanwhile } from "#server/http/csv-answer.ts";
import { everyRow, idsAsArray, idsAsText, idsInText } from "#server/http/every-row.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import { discountLabels } from "#shared/billing/bill-sums.ts";
import { paymentMethodLabels, type StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import { formatInstant } from "#shared/formats/dates.ts";

/** First and last Manila day, inclusive; open where not given. */
export type Span = { from?: string | undefined; to?: string | undefined };

/** A heading, and the cell below it. */
type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

type Exported = { file: FileAnswer; rowCount: number };

const beginning = "0001-01-01";
const end = "9999-12-31";

/** Bills of the days, with discounts as the Bureau of Internal Revenue requires (RR 1-2007). */
export const exportBills = (clinic: ClinicScope, span: Span): Promise<Exported> =>
  exported(clinic, span, { table: "bills", read: readBills, columns: billColumns });

/** Payments of the days; a voided payment keeps its row. */
export const exportPayments = (clinic: ClinicScope, span: Span): Promise<Exported> =>
  exported(clinic, span, {
    table: "payments",
    read: readPayments,
    columns: paymentColumns,
  });

/** The ids are read first: rows added meanwhile are not included. */
async function exported<Row extends { id: number }>(
  clinic: ClinicScope,
  { from = beginning, to = end }: Span,
  of: {
    table: "bills" | "payments";
    read: (clinic: ClinicScope, ids: readonly number[]) => Promise<Row[]>;
    columns: readonly Column<Row>[];
  },
): Promise<Exported> {
  const { rows: found } = await sql<{ ids: string }>`
    select ${idsAsText(sql`day, id`)} as ids from ${sql.table(of.table)}
    where clinic_id = ${clinic.id} and day between ${from}::date and ${to}::date`.execute(clinic.db);
  const ids = idsInText(found[0]?.ids ?? "");
  const headings = of.columns.map(([heading]) => heading);
  const file = await csvAnswer(`${of.table}_${nameOf({ from, to })}.csv`, headings, chunks());
  return { file, rowCount: ids.length };

  async function* chunks() {
    for await (const rows of everyRow(clinic, ids, of.read))
      yield rows.map((row) => (row ? of.columns.map(([, cell]) => cell(row)) : deletedMeanwhile));
  }
}

async function readBills(clinic: ClinicScope, ids: readonly number[]): Promise<BillRow[]> {
  const { rows } = await sql<BillRow>`
    select b.id, b.number, b.day, p.patient_name, p.admission_no, b.lines, b.charges, b.vat_exemption, b.discount_kind,
           b.discount_percent, b.discount, b.discount_id_number, b.discount_name, b.due, b.paid, b.balance,
           b.balance - patient_balance(b.due, b.paid, b.hmo_approved, b.hmo_paid) as hmo_balance, b.hmo_company, b.hmo_card, b.hmo_loa, b.hmo_approved, b.hmo_paid, b.hmo_reference,
           concat_ws(' ', maker.first_name, maker.last_name) as made_by, b.voided_at, b.void_reason
    from bills b
    join patients p on p.clinic_id = b.clinic_id and p.id = b.patient_id
    left join users maker on maker.clinic_id = b.clinic_id and maker.id = b.created_by_id
    where b.clinic_id = ${clinic.id} and b.id = any (${idsAsArray(ids)}::bigint[])`.execute(clinic.db);
  return rows;
}

async function readPayments(clinic: ClinicScope, ids: readonly number[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select y.id, y.day, y.taken_at, b.number, p.patient_name, p.admission_no, y.method, y.amount, y.reference,
           concat_ws(' ', taker.first_name, taker.last_name) as taken_by, y.closing_id is not null as is_counted,
           y.voided_at, y.void_reason
    from payments y
    join bills b on b.clinic_id = y.clinic_id and b.id = y.bill_id
    join patients p on p.clinic_id = y.clinic_id and p.id = y.patient_id
    left join users taker on taker.clinic_id = y.clinic_id and taker.id = y.taken_by_id
    where y.clinic_id = ${clinic.id} and y.id = any (${idsAsArray(ids)}::bigint[])`.execute(clinic.db);
  return rows;
}

type Key = { day: string; id: number };

const nameOf = ({ from, to }: Required<Span>) =>
  [from === beginning ? "all" : from, to === end ? "" : to].filter(Boolean).join("_");

type BillRow = Key & {
  number: string;
  patientName: string;
  admissionNo: string;
  lines: { description: string; quantity: number; amount: string }[];
  discountKind: keyof typeof discountLabels | null;
  madeBy: string;
  voidedAt: string | null;
  voidReason: string | null;
} & Record<
    "charges" | "vatExemption" | "discount" | "due" | "paid" | "balance" | "hmoBalance" | "hmoPaid",
    string
  > &
  Record<
    | "discountPercent"
    | "discountIdNumber"
    | "discountName"
    | "hmoCompany"
    | "hmoCard"
    | "hmoLoa"
    | "hmoApproved"
    | "hmoReference",
    string | null
  >;

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
  ["Discount", (row) => (row.discountKind ? discountLabels[row.discountKind] : "")],
  ["Percent", (row) => row.discountPercent ?? ""],
  ["Discount amount", (row) => row.discount],
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
  ["HMO receivable", (row) => (row.hmoCompany === null || row.voidedAt ? "" : row.hmoBalance)],
  ["Statement", (row) => row.hmoReference ?? ""],
  ["Billed by", (row) => row.madeBy],
  ["Voided", (row) => (row.voidedAt ? formatInstant(row.voidedAt) : "")],
  ["Reason", (row) => row.voidReason ?? ""],
];

type PaymentRow = Key & {
  takenAt: string;
  number: string;
  patientName: string;
  admissionNo: string;
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
  ["Time", (row) => formatInstant(row.takenAt)],
  ["Bill", (row) => row.number],
  ["Patient", (row) => row.patientName],
  ["Admission #", (row) => row.admissionNo],
  ["Method", (row) => paymentMethodLabels[row.method]],
  ["Amount", (row) => row.amount],
  ["Reference", (row) => row.reference ?? ""],
  ["Taken by", (row) => row.takenBy],
  ["Counted", (row) => (row.isCounted ? "Yes" : "No")],
  ["Voided", (row) => (row.voidedAt ? formatInstant(row.voidedAt) : "")],
  ["Reason", (row) => row.voidReason ?? ""],
];
