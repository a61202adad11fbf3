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

type Exported = { file: FileAnswer; rowCount: number };

const beginning = "0001-01-01";
const end = "9999-12-31";

/** Bills of the days, with discounts as the Bureau of Internal Revenue requires (RR 1-2007). */
export const exportBills = (clinic: ClinicScope, span: Span): Promise<Exported> =>
  exported(clinic, span, { table: "bills", headings: billHeadings, read: readBills, cells: billCells });

/** Payments of the days; a voided payment keeps its row. */
export const exportPayments = (clinic: ClinicScope, span: Span): Promise<Exported> =>
  exported(clinic, span, {
    table: "payments",
    headings: paymentHeadings,
    read: readPayments,
    cells: paymentCells,
  });

/** The ids are read first: rows added meanwhile are not included. */
async function exported<Row extends { id: number }>(
  clinic: ClinicScope,
  { from = beginning, to = end }: Span,
  of: {
    table: "bills" | "payments";
    headings: string[];
    read: (clinic: ClinicScope, ids: readonly number[]) => Promise<Row[]>;
    cells: (row: Row) => string[];
  },
): Promise<Exported> {
  const { rows: found } = await sql<{ ids: string }>`
    select ${idsAsText(sql`day, id`)} as ids from ${sql.table(of.table)}
    where clinic_id = ${clinic.id} and day between ${from}::date and ${to}::date`.execute(clinic.db);
  const ids = idsInText(found[0]?.ids ?? "");
  const file = await csvAnswer(`${of.table}_${nameOf({ from, to })}.csv`, of.headings, chunks());
  return { file, rowCount: ids.length };

  async function* chunks() {
    for await (const rows of everyRow(clinic, ids, of.read))
      yield rows.map((row) => (row ? of.cells(row) : deletedMeanwhile));
  }
}

async function readBills(clinic: ClinicScope, ids: readonly number[]): Promise<BillRow[]> {
  const { rows } = await sql<BillRow>`
    select b.id, b.number, b.day, p.patient_name, p.admission_no, b.lines, b.charges, b.vat_exemption, b.discount_kind,
           b.discount_percent, b.discount, b.discount_id_number, b.discount_name, b.due, b.paid, b.balance,
           b.hmo_company, b.hmo_card, b.hmo_loa, b.hmo_approved, b.hmo_paid, b.hmo_reference,
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
} & Record<"charges" | "vatExemption" | "discount" | "due" | "paid" | "balance" | "hmoPaid", string> &
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

const billHeadings = [
  "Bill",
  "Day",
  "Patient",
  "Admission #",
  "Lines",
  "Charges",
  "VAT exemption",
  "Discount",
  "Percent",
  "Discount amount",
  "ID number",
  "Name on the ID",
  "Due",
  "Paid",
  "Balance",
  "HMO",
  "Card",
  "LOA",
  "Approved",
  "Paid by HMO",
  "Statement",
  "Billed by",
  "Voided",
  "Reason",
];

const billCells = (row: BillRow): string[] => [
  row.number,
  row.day,
  row.patientName,
  row.admissionNo,
  row.lines
    .map(({ description, quantity, amount }) => `${quantity} × ${description} at ${amount}`)
    .join("; "),
  row.charges,
  row.vatExemption,
  row.discountKind ? discountLabels[row.discountKind] : "",
  row.discountPercent ?? "",
  row.discount,
  row.discountIdNumber ?? "",
  row.discountName ?? "",
  row.due,
  row.paid,
  row.balance,
  row.hmoCompany ?? "",
  row.hmoCard ?? "",
  row.hmoLoa ?? "",
  row.hmoApproved ?? "",
  row.hmoPaid,
  row.hmoReference ?? "",
  row.madeBy,
  row.voidedAt ? formatInstant(row.voidedAt) : "",
  row.voidReason ?? "",
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

const paymentHeadings = [
  "Day",
  "Time",
  "Bill",
  "Patient",
  "Admission #",
  "Method",
  "Amount",
  "Reference",
  "Taken by",
  "Counted",
  "Voided",
  "Reason",
];

const paymentCells = (row: PaymentRow): string[] => [
  row.day,
  formatInstant(row.takenAt),
  row.number,
  row.patientName,
  row.admissionNo,
  paymentMethodLabels[row.method],
  row.amount,
  row.reference ?? "",
  row.takenBy,
  row.isCounted ? "Yes" : "No",
  row.voidedAt ? formatInstant(row.voidedAt) : "",
  row.voidReason ?? "",
];
