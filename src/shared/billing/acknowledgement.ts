import { formatInstant } from "#shared/formats/dates.ts";
import { centavos, formatAmount, formatMoney, fromCentavos, sumOf } from "#shared/formats/money.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { type DiscountKind, discountLabels, isLegalDiscount, openShares } from "./bill-sums.ts";
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
  /** Payments of the bill that other papers acknowledged. */
  earlier: readonly (AcknowledgedPayment & { takenAt: string; takenByName: string | null })[];
  /** Those that this paper acknowledges, usually one. */
  payments: readonly AcknowledgedPayment[];
  at: string;
  receivedBy: string | null;
};

type AcknowledgedPayment = {
  method: StoredPaymentMethod;
  amount: string;
  /** Cash handed over. */
  tendered: string | null;
  reference: string | null;
};

type AcknowledgingClinic = {
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

const BLANK = "____________";

export function acknowledgement(bill: AcknowledgedBill, clinic: AcknowledgingClinic): Acknowledgement {
  const taken = [...bill.earlier, ...bill.payments];
  const paid = sumOf(taken.map(({ amount }) => amount));
  const byHmo = sumOf(taken.flatMap(({ method, amount }) => (method === "hmo" ? amount : [])));
  const { patientBalance, hmoBalance } = openShares({
    due: bill.due,
    paid,
    cover: bill.cover && { approved: bill.cover.approved, paid: byHmo },
  });
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
    charges: chargesOf(bill),
    payments: [
      { label: "Due", amount: formatMoney(bill.due), isStrong: true },
      ...earlierOf(bill),
      ...bill.payments.flatMap((payment) => [
        { label: methodOf(payment), amount: formatAmount(payment.amount) },
        ...cashOf(payment),
      ]),
    ],
    balance: [
      ...(taken.length > 0 ? [{ label: "Total paid", amount: formatMoney(paid) }] : []),
      { label: "Balance", amount: formatMoney(patientBalance), isStrong: true },
      ...coverOf(bill, hmoBalance),
    ],
    blanks: [
      ...(isLegalDiscount(bill.discountKind)
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

const chargesOf = (bill: AcknowledgedBill): AcknowledgementRow[] => [
  ...bill.lines.map(({ description, quantity, amount }) => ({
    label: quantity === 1 ? description : `${description}, ${quantity}\u00a0×\u00a0${formatAmount(amount)}`,
    amount: formatAmount(fromCentavos(BigInt(quantity) * centavos(amount))),
  })),
  ...(centavos(bill.vatExemption) > 0n
    ? [{ label: "VAT exemption", amount: `−${formatAmount(bill.vatExemption)}` }]
    : []),
  ...(bill.discountKind === null
    ? []
    : [
        {
          label: `${discountLabels[bill.discountKind]} ${bill.discountPercent}%`,
          amount: `${centavos(bill.discountAmount) > 0n ? "−" : ""}${formatAmount(bill.discountAmount)}`,
        },
      ]),
];

/** What the HMO still owes, which is not in the patient's balance. */
const coverOf = ({ cover }: AcknowledgedBill, owed: string): AcknowledgementRow[] =>
  cover && centavos(owed) > 0n
    ? [
        {
          label: `Owed by ${cover.company}${cover.loa ? `, ${loaWords(cover.loa)}` : ""}`,
          amount: formatAmount(owed),
        },
      ]
    : [];

const methodOf = ({ method, reference }: AcknowledgedPayment) =>
  [paymentMethodLabels[method], reference].filter(Boolean).join(" ");

/** Earlier payments with their times, and with who received them if it was somebody else; then what marks the rest. */
function earlierOf({ earlier, payments, at, receivedBy }: AcknowledgedBill): AcknowledgementRow[] {
  if (earlier.length === 0) return [];
  const rows = earlier.map((payment) => ({
    label: [
      methodOf(payment),
      formatInstant(payment.takenAt),
      payment.takenByName !== receivedBy && payment.takenByName && `received by ${payment.takenByName}`,
    ]
      .filter(Boolean)
      .join(", "),
    amount: formatAmount(payment.amount),
  }));
  if (payments.length === 0) return rows;
  const marked = payments.length === 1 ? "This payment" : "These payments";
  return [...rows, { label: `${marked}, ${formatInstant(at)}`, isStrong: true }];
}

/** What was handed over in cash, and the change: below its payment, and not among the amounts. */
const cashOf = ({ amount, tendered }: AcknowledgedPayment): AcknowledgementRow[] =>
  tendered === null
    ? []
    : [
        {
          label: `Cash received ${formatAmount(tendered)}, change ${formatAmount(fromCentavos(centavos(tendered) - centavos(amount)))}`,
        },
      ];
