import { centavos, fromCentavos } from "#shared/formats/money.ts";

/** Senior citizens and persons with disability by law, promotions of the clinic. */
export const discountKinds = ["senior", "pwd", "promo"] as const;
export type DiscountKind = (typeof discountKinds)[number];

export const discountLabels: Record<DiscountKind, string> = {
  senior: "Senior citizen",
  pwd: "PWD",
  promo: "Other discount",
};

/** Given by law, of which the clinic records whose it is. */
export const isLegalDiscount = (kind: DiscountKind | "" | null | undefined): kind is "senior" | "pwd" =>
  kind === "senior" || kind === "pwd";

/** For a senior citizen or PWD: the seller keeps the number with each discounted sale (RR 7-2010, RR 1-2009). */
export const ID_NUMBER_REQUIRED = "Enter the number on the ID: the law asks for it";

type ChargedLine = {
  quantity: number;
  /** Pesos per unit, including VAT if the clinic is registered for it. */
  amount: string;
};

/** Pesos, each a decimal string with two places. */
export type BillSums = {
  charges: string;
  /** The VAT that a senior citizen or PWD does not pay; "0.00" if the clinic is not registered for VAT. */
  vatExemption: string;
  /** The amount of which `discount` is a percentage. */
  discountedFrom: string;
  /** The percentage that was applied. */
  percent: number | null;
  discount: string;
  /** `charges` less `vatExemption` and `discount`. */
  due: string;
};

/** Percent, of RA 9994 for senior citizens and RA 10754 for PWD. */
const LEGAL_DISCOUNT = 20;

/** A numeric(12, 2) column holds less. */
const TOO_MUCH = 10n ** 12n;

/**
 * Computes a bill step by step, each rounded to the centavo. For a senior citizen or PWD, VAT is deducted first if the
 * clinic is registered for it, then 20 % (BIR RR 7-2010). With a promotion they get the better of the two percentages,
 * never both.
 *
 * @param discount with `percent` that of the promotion
 * @throws RangeError above ₱9,999,999,999.99
 */
export function billSums(
  lines: readonly ChargedLine[],
  discount: { kind: DiscountKind; percent?: number | null | undefined } | null,
  isVatRegistered: boolean,
): BillSums {
  const charges = lines.reduce((sum, { quantity, amount }) => sum + BigInt(quantity) * centavos(amount), 0n);
  if (charges >= TOO_MUCH) throw new RangeError("More than a bill can hold.");
  const isLegal = isLegalDiscount(discount?.kind);
  // 12 % VAT is included in the charges.
  const net = isLegal && isVatRegistered ? rounded(charges * 100n, 112n) : charges;
  const percent = discount === null ? null : Math.max(isLegal ? LEGAL_DISCOUNT : 0, discount.percent ?? 0);
  const off = percent === null ? 0n : rounded(net * BigInt(Math.round(percent * 100)), 10_000n);
  return {
    charges: fromCentavos(charges),
    vatExemption: fromCentavos(charges - net),
    discountedFrom: fromCentavos(net),
    percent,
    discount: fromCentavos(off),
    due: fromCentavos(net - off),
  };
}

/** Half up; both positive. */
export const rounded = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);

/**
 * Divides the open amount: the HMO owes up to what it approved, the patient the rest.
 */
export function openShares(bill: {
  due: string;
  paid: string;
  cover: { approved: string; paid: string } | null;
}): { patientShare: string; patientBalance: string; hmoBalance: string } {
  const [due, paid] = [centavos(bill.due), centavos(bill.paid)];
  const [approved, byHmo] = bill.cover
    ? [centavos(bill.cover.approved), centavos(bill.cover.paid)]
    : [0n, 0n];
  const share = due - least(approved, due);
  const patientBalance = least(most(share - (paid - byHmo), 0n), due - paid);
  return {
    patientShare: fromCentavos(share),
    patientBalance: fromCentavos(patientBalance),
    hmoBalance: fromCentavos(due - paid - patientBalance),
  };
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);
const most = (one: bigint, other: bigint) => (one > other ? one : other);
