import { formatInstant } from "#shared/formats/dates.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { type DiscountKind, discountLabels } from "./bill-sums.ts";
import { loaWords } from "./loa.ts";
import { paymentMethodLabels, type StoredPaymentMethod } from "./payment-methods.ts";

/** The part of a bill on an acknowledgement. A bill that is not saved yet has no number. */
export type AcknowledgedBill = {
  number: string | null;
  patientName: string;
  lines: readonly { description: string; quantity: number; amount: string }[];
  vatExemption: string;
  discountKind: DiscountKind | null;
  discountPercent: number | null;
  discountAmount: string;
  discountIdNumber: string | null;
  discountName: string | null;
  due: string;
  cover: { company: string; approved: string; loa: string | null } | null;
  payments: readonly {
    method: StoredPaymentMethod;
    amount: string;
    tendered: string | null;
    reference: string | null;
    voidedAt?: string | null;
  }[];
  at: string;
  receivedBy: string | null;
};

export type AcknowledgingClinic = {
  name: string;
  address: string | null;
  phone: string | null;
  tin: string | null;
};

export type AcknowledgementRow = {
  label: string;
  /** At the right edge. */
  amount?: string;
  isStrong?: boolean;
};

/** A payment acknowledgement, for the paper and its preview. It is titled neither receipt nor invoice, since it is not official. */
export type Acknowledgement = {
  clinic: { name: string; lines: string[] };
  title: string;
  about: string[];
  charges: AcknowledgementRow[];
  /** The amount due, then the payments. */
  payments: AcknowledgementRow[];
  balance: AcknowledgementRow[];
  /** Blanks to fill in or sign by hand. */
  blanks: string[];
  foot: string[];
};

/** Without the sign, for columns of amounts. */
const plain = (decimal: string) => formatMoney(decimal).replace("₱", "");

const BLANK = "____________";

export function acknowledgement(bill: AcknowledgedBill, clinic: AcknowledgingClinic): Acknowledgement {
  const payments = bill.payments.filter(({ voidedAt = null }) => voidedAt === null);
  const paid = payments.reduce((sum, { amount }) => sum + centavos(amount), 0n);
  const change = payments.reduce(
    (sum, { amount, tendered }) => sum + (tendered === null ? 0n : centavos(tendered) - centavos(amount)),
    0n,
  );
  const tendered = payments.flatMap((payment) => (payment.tendered === null ? [] : [payment.tendered]));
  return {
    clinic: {
      name: clinic.name,
      lines: [
        clinic.address,
        [clinic.phone && formatPhone(clinic.phone), clinic.tin && `TIN ${clinic.tin}`]
          .filter(Boolean)
          .join(" · "),
      ].filter((line): line is string => Boolean(line)),
    },
    title: "Payment acknowledgement",
    about: [
      [bill.number && `No. ${bill.number}`, formatInstant(bill.at)].filter(Boolean).join(" · "),
      bill.patientName,
    ],
    charges: [
      ...bill.lines.map(({ description, quantity, amount }) => ({
        label: quantity === 1 ? description : `${description}, ${quantity}\u00a0×\u00a0${plain(amount)}`,
        amount: plain(fromCentavos(BigInt(quantity) * centavos(amount))),
      })),
      ...(centavos(bill.vatExemption) > 0n
        ? [{ label: "VAT exemption", amount: `−${plain(bill.vatExemption)}` }]
        : []),
      ...(bill.discountKind === null
        ? []
        : [
            {
              label: `${discountLabels[bill.discountKind]} ${bill.discountPercent}%`,
              amount: `−${plain(bill.discountAmount)}`,
            },
          ]),
    ],
    payments: [
      { label: "Due", amount: formatMoney(bill.due), isStrong: true },
      ...payments.map(({ method, amount, reference }) => ({
        label: [paymentMethodLabels[method], reference].filter(Boolean).join(" "),
        amount: plain(amount),
      })),
    ],
    balance: [
      { label: "Balance", amount: formatMoney(fromCentavos(centavos(bill.due) - paid)), isStrong: true },
      ...(bill.cover
        ? [
            {
              label: `Covered by ${bill.cover.company}${bill.cover.loa ? `, ${loaWords(bill.cover.loa)}` : ""}`,
              amount: plain(bill.cover.approved),
            },
          ]
        : []),
      ...(tendered.length > 0
        ? [
            {
              label: "Cash received",
              amount: plain(fromCentavos(tendered.reduce((sum, given) => sum + centavos(given), 0n))),
            },
            { label: "Change", amount: plain(fromCentavos(change)) },
          ]
        : []),
    ],
    blanks: [
      ...(bill.discountKind === "senior" || bill.discountKind === "pwd"
        ? [
            `${bill.discountKind === "senior" ? "OSCA" : "PWD ID"} ${bill.discountIdNumber ?? BLANK}`,
            `${bill.discountName ?? bill.patientName}`,
            `Signature ${BLANK}`,
          ]
        : []),
      `Clinic's invoice no. ${BLANK}`,
    ],
    foot: [
      `This is not an invoice and not valid for claim of input tax.${bill.receivedBy ? ` Received by ${bill.receivedBy}.` : ""}`,
    ],
  };
}
