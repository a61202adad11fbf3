import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { csvAnswer } from "#server/http/csv-answer.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import { discountLabels } from "#shared/billing/bill-sums.ts";
import { paymentMethodLabels, type StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import { formatInstant } from "#shared/formats/dates.ts";

/** First and last Manila day, both included; open where not given. */
export type Span = { from?: string | undefined; to?: string | undefined };

type Exported = { file: FileAnswer; rowCount: number };

const rowsPerQuery = 500;
const beginning = "0001-01-01";
const end = "9999-12-31";

/** What was billed in the days, with discounts as the Bureau of Internal Revenue asks for (RR 1-2007). */
export async function exportBills(
  clinic: ClinicScope,
  { from = beginning, to = end }: Span,
): Promise<Exported> {
  const { rows: counted } = await sql<{ rows: number }>`
    select count(*)::integer as rows from bills where clinic_id = ${clinic.id} and day between ${from}::date and ${to}::date`.execute(
    clinic.db,
  );
  const file = await csvAnswer(
    `bills_${nameOf({ from, to })}.csv`,
    billHeadings,
    chunks(readBills, billCells),
  );
  return { file, rowCount: counted[0]?.rows ?? 0 };

  function readBills(after: Key) {
    return sql<BillRow>`
      select b.id, b.number, b.day, p.patient_name, p.admission_no, b.lines, b.charges, b.vat_exemption, b.discount_kind,
             b.discount_percent, b.discount, b.discount_id_number, b.discount_name, b.due, b.paid, b.balance,
             b.hmo_company, b.hmo_card, b.hmo_loa, b.hmo_approved, b.hmo_paid, b.hmo_reference,
             concat_ws(' ', maker.first_name, maker.last_name) as made_by, b.voided_at, b.void_reason
      from bills b
      join patients p on p.clinic_id = b.clinic_id and p.id = b.patient_id
      left join users maker on maker.clinic_id = b.clinic_id and maker.id = b.created_by_id
      where b.clinic_id = ${clinic.id} and b.day between ${from}::date and ${to}::date
        and (b.day, b.id) > (${after.day}::date, ${after.id}::bigint)
      order by b.day, b.id limit ${sql.lit(rowsPerQuery)}`.execute(clinic.db);
  }
}

/** What was paid in the days; a voided payment keeps its row. */
export async function exportPayments(
  clinic: ClinicScope,
  { from = beginning, to = end }: Span,
): Promise<Exported> {
  const { rows: counted } = await sql<{ rows: number }>`
    select count(*)::integer as rows from payments where clinic_id = ${clinic.id} and day between ${from}::date and ${to}::date`.execute(
    clinic.db,
  );
  const file = await csvAnswer(
    `payments_${nameOf({ from, to })}.csv`,
    paymentHeadings,
    chunks(readPayments, paymentCells),
  );
  return { file, rowCount: counted[0]?.rows ?? 0 };

  function readPayments(after: Key) {
    return sql<PaymentRow>`
      select y.id, y.day, y.taken_at, b.number, p.patient_name, p.admission_no, y.method, y.amount, y.reference,
             concat_ws(' ', taker.first_name, taker.last_name) as taken_by, y.closing_id is not null as is_counted,
             y.voided_at, y.void_reason
      from payments y
      join bills b on b.clinic_id = y.clinic_id and b.id = y.bill_id
      join patients p on p.clinic_id = y.clinic_id and p.id = y.patient_id
      left join users taker on taker.clinic_id = y.clinic_id and taker.id = y.taken_by_id
      where y.clinic_id = ${clinic.id} and y.day between ${from}::date and ${to}::date
        and (y.day, y.id) > (${after.day}::date, ${after.id}::bigint)
      order by y.day, y.id limit ${sql.lit(rowsPerQuery)}`.execute(clinic.db);
  }
}

type Key = { day: string; id: number };

async function* chunks<Row extends Key>(
  read: (after: Key) => Promise<{ rows: Row[] }>,
  cells: (row: Row) => string[],
): AsyncGenerator<string[][]> {
  let after: Key = { day: beginning, id: 0 };
  for (;;) {
    const { rows } = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(cells);
    if (rows.length < rowsPerQuery) return;
    after = last;
  }
}

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
