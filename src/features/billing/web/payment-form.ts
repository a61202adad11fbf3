import * as z from "zod/mini";
import { type Bill, BillLine, PaymentDraft } from "#features/billing/contract.ts";
import { isLive, patientOwes } from "#features/billing/rules.ts";
import type { AcknowledgedBill } from "#shared/billing/acknowledgement.ts";
import {
  billSums,
  discountKinds,
  ID_NUMBER_REQUIRED,
  isLegalDiscount,
  openShares,
} from "#shared/billing/bill-sums.ts";
import { paymentMethods } from "#shared/billing/payment-methods.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { optionalAmount, optionalLine } from "#shared/formats/fields.ts";
import { centavos, formatMoney, fromCentavos, parseMoney } from "#shared/formats/money.ts";
import type { useZodForm } from "#web/forms/form.ts";

const { tendered, reference } = PaymentDraft.shape;
const line = BillLine.shape;

const wholeWords = "1 to 999";

/** Payments of one save. */
export const MAX_PAYMENTS = 10;

const PaymentRow = z.object({
  method: z.enum(paymentMethods),
  /** Empty: of cash handed over, what is due; otherwise nothing. */
  amount: optionalAmount,
  tendered: z.nonoptional(tendered),
  reference: z.nonoptional(reference),
  /** Idempotency key of the payment. */
  key: z.string(),
});

/** Charges, discount, cover and payments of a new bill. */
export const PaymentForm = z
  .object({
    lines: z.array(
      z.object({
        description: line.description,
        quantity: z.pipe(
          z.string().check(z.trim(), z.regex(/^[1-9]\d{0,2}$/, wholeWords)),
          z.transform(Number),
        ),
        amount: line.amount,
        /** Only where several doctors practise. */
        practitionerId: z.optional(z.string().check(z.minLength(1, "Choose the doctor"))),
      }),
    ),
    discountKind: z.enum(["", ...discountKinds]),
    percent: z.string(),
    idNumber: optionalLine(60),
    name: optionalLine(255),
    hasHmo: z.boolean(),
    company: optionalLine(120),
    card: optionalLine(60),
    loa: optionalLine(60),
    approved: optionalAmount,
    payments: z.array(PaymentRow),
    /** Nothing is paid now: the bill stays open. */
    paysLater: z.boolean(),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string) =>
      issues.push({ code: "custom", path: [path], message, input: value });
    if (value.discountKind === "promo" && !(Number(value.percent) > 0 && Number(value.percent) <= 100))
      refuse("percent", "Enter a percentage up to 100");
    if (isLegalDiscount(value.discountKind) && !value.idNumber) refuse("idNumber", ID_NUMBER_REQUIRED);
    if (value.hasHmo && !value.company) refuse("company", "Name the HMO");
    if (value.hasHmo && !value.loa) refuse("loa", "Enter the number of the letter of authorization");
    if (value.hasHmo && !value.approved) refuse("approved", "Enter what the HMO approved");
    for (const [index, { amount, reference }] of value.payments.entries())
      if (reference && !amount)
        issues.push({
          code: "custom",
          path: ["payments", index, "amount"],
          message: "Enter the amount",
          input: value,
        });
  });
export type PaymentForm = ReturnType<typeof useZodForm<typeof PaymentForm>>;
export type PaymentValues = z.input<typeof PaymentForm>;
export type CheckedPayment = z.output<typeof PaymentForm>;

const nothingBilled = {
  lines: [],
  discountKind: "",
  percent: "",
  idNumber: "",
  name: "",
  hasHmo: false,
  company: "",
  card: "",
  loa: "",
  approved: "",
} satisfies Omit<PaymentValues, "payments" | "paysLater">;

/** Of a saved bill only the payments are sent; its fields are not shown, and not checked. */
export const PaymentOfBill: z.ZodMiniType<CheckedPayment, PaymentValues> = z.pipe(
  z.transform(
    ({ payments }: PaymentValues): PaymentValues => ({
      ...nothingBilled,
      payments,
      paysLater: false,
    }),
  ),
  PaymentForm,
);

/** @param practitionerId the doctor whom it is proposed for; undefined where one practises */
export const blankLine = (practitionerId: string | undefined): PaymentValues["lines"][number] => ({
  description: "",
  quantity: "1",
  amount: "",
  ...(practitionerId !== undefined && { practitionerId }),
});

export const blankPayment = (key: string): PaymentValues["payments"][number] => ({
  method: "cash",
  amount: "",
  tendered: "",
  reference: "",
  key,
});

/** The sums of what is typed so far; incomplete amounts count as zero. */
export function sumsOf(values: PaymentValues, bill: Bill | null, isVatRegistered: boolean) {
  const lines = values.lines.map(({ description, quantity, amount }) => ({
    description: description || "…",
    quantity: /^[1-9]\d{0,2}$/.test(quantity.trim()) ? Number(quantity) : 0,
    amount: moneyOf(amount),
  }));
  const kind = values.discountKind || null;
  const sums = bill
    ? {
        charges: bill.charges,
        vatExemption: bill.vatExemption,
        discountedFrom: fromCentavos(centavos(bill.charges) - centavos(bill.vatExemption)),
        percent: bill.discountPercent,
        discount: bill.discountAmount,
        due: bill.due,
      }
    : billSums(lines, kind && { kind, percent: Number(values.percent) || null }, isVatRegistered);
  const approved = moneyOf(values.approved);
  const shares =
    bill ??
    openShares({ due: sums.due, paid: "0.00", cover: values.hasHmo ? { approved, paid: "0.00" } : null });
  return {
    lines: bill ? bill.lines : lines,
    ...sums,
    approved,
    /** Before the payments of the form. */
    balance: bill?.balance ?? sums.due,
    patientBalance: shares.patientBalance,
    hmoBalance: shares.hmoBalance,
  };
}

const moneyOf = (typed: unknown) => parseMoney(String(typed ?? "")) ?? "0.00";

/**
 * The amount of each row: as typed, or else what the patient owes of the cash handed over. A row without either is
 * nothing.
 */
export function amountsOf(rows: PaymentValues["payments"], patientBalance: string): string[] {
  const typed = rows.map(({ amount }) => centavos(moneyOf(amount)));
  let left = typed.reduce((rest, amount) => rest - amount, centavos(patientBalance));
  return rows.map((row, index) => {
    const own = typed[index] ?? 0n;
    if (own > 0n) return fromCentavos(own);
    const given = row.method === "cash" ? centavos(moneyOf(row.tendered)) : 0n;
    const taken = left <= 0n ? 0n : given < left ? given : left;
    left -= taken;
    return fromCentavos(taken);
  });
}

/** The change, of cash alone. */
export function changeOf(rows: PaymentValues["payments"], amounts: readonly string[]): string {
  const change = rows.reduce((sum, row, index) => {
    const given = row.method === "cash" ? centavos(moneyOf(row.tendered)) : 0n;
    const amount = centavos(amounts[index] ?? "0");
    return given > amount ? sum + given - amount : sum;
  }, 0n);
  return fromCentavos(change);
}

/** A draft of the acknowledgement. */
export function previewOf(
  values: PaymentValues,
  bill: Bill | null,
  sums: ReturnType<typeof sumsOf>,
  { patientName, at, receivedBy }: { patientName: string; at: Date; receivedBy: string },
): AcknowledgedBill {
  const amounts = amountsOf(values.payments, sums.patientBalance);
  const kind = bill ? bill.discountKind : values.discountKind || null;
  return {
    number: bill?.number ?? null,
    patientName,
    lines: sums.lines.filter(({ quantity }) => quantity > 0),
    vatExemption: sums.vatExemption,
    discountKind: kind,
    discountPercent: sums.percent,
    discountAmount: sums.discount,
    discountIdNumber: (bill ? bill.discountIdNumber : String(values.idNumber ?? "")) || null,
    discountName: (bill ? bill.discountName : String(values.name ?? "")) || null,
    due: sums.due,
    cover: bill
      ? bill.cover
      : values.hasHmo
        ? {
            company: String(values.company ?? "") || "HMO",
            approved: sums.approved,
            loa: String(values.loa ?? "") || null,
          }
        : null,
    earlier: bill?.payments.filter(isLive) ?? [],
    payments: values.payments.flatMap((row, index) => {
      const amount = amounts[index] ?? "0.00";
      if (centavos(amount) === 0n) return [];
      const given = row.method === "cash" ? moneyOf(row.tendered) : "0.00";
      return [
        {
          method: row.method,
          amount,
          tendered: centavos(given) >= centavos(amount) && centavos(given) > 0n ? given : null,
          reference: String(row.reference ?? "") || null,
        },
      ];
    }),
    at: at.toISOString(),
    receivedBy,
  };
}

/** "₱800.00 open, 2026-00031 of Nov 20, 2026": the important part first, since phones cut the end. */
export function billChoice(bill: Bill): string {
  const { number, day, patientBalance, hmoBalance } = bill;
  const owed = patientOwes(bill)
    ? `${formatMoney(patientBalance)} open`
    : `HMO owes ${formatMoney(hmoBalance)}`;
  return `${owed}, ${number} of ${formatDay(day)}`;
}
