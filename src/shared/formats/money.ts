import { GROUPED, inGroups } from "./counts.ts";

/**
 * Amounts are decimal text with two places ("1200.50") from the form to the column and back: a binary float cannot
 * represent a centavo.
 */

/** A numeric(12, 2) column has twelve digits, two of them centavos. */
const MAX_PESO_DIGITS = 10;

/** Digits with correct thousands commas or none, then up to two decimals; or decimals alone. */
const TYPED = new RegExp(String.raw`^(?:₱|php|p)?\s*(?:(${GROUPED}|\d+)(?:\.(\d{0,2}))?|\.(\d{1,2}))$`, "i");

/** A typed amount ("1,200", "₱1,200.50") as canonical decimal text, or null if it is none. */
export function parseMoney(text: string): string | null {
  const match = TYPED.exec(text.trim());
  if (!match) return null;
  const pesos = pesosIn(match);
  if (pesos.length > MAX_PESO_DIGITS) return null;
  return `${pesos}.${(match[2] ?? match[3] ?? "").padEnd(2, "0")}`;
}

const pesosIn = (match: RegExpExecArray) => (match[1] ?? "0").replaceAll(",", "").replace(/^0+(?=\d)/, "");

/** The message for a text that is no amount. */
export function amountWords(text: string): string {
  const match = TYPED.exec(text.trim());
  return match && pesosIn(match).length > MAX_PESO_DIGITS
    ? "Enter at most ₱9,999,999,999.99"
    : "Enter an amount in pesos, like 1,200.00";
}

/** Centavos of a decimal text of any length, rounded half away from zero. Throws a RangeError on other text. */
export function centavos(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal.trim());
  if (!match) throw new RangeError(`Not a decimal amount: ${decimal}`);
  const [, sign, pesos = "0", fraction = ""] = match;
  const cents = BigInt(pesos + fraction.slice(0, 2).padEnd(2, "0"));
  const rounded = Number(fraction[2] ?? "0") >= 5 ? cents + 1n : cents;
  return sign ? -rounded : rounded;
}

/** ["1200.50", "0.50"] as "1201.00". */
export const sumOf = (amounts: readonly string[]): string =>
  fromCentavos(amounts.reduce((sum, amount) => sum + centavos(amount), 0n));

/** 120050n as "1200.50". */
export function fromCentavos(total: bigint): string {
  const size = total < 0n ? -total : total;
  return `${total < 0n ? "-" : ""}${size / 100n}.${(size % 100n).toString().padStart(2, "0")}`;
}

const grouped = (whole: bigint) => inGroups(whole.toString());

/** "1234.5" as "₱1,234.50". */
export function formatMoney(decimal: string): string {
  const total = centavos(decimal);
  const size = total < 0n ? -total : total;
  return `${total < 0n ? "-" : ""}₱${grouped(size / 100n)}.${(size % 100n).toString().padStart(2, "0")}`;
}

/** "1234.5" as "1,234.50": for columns of amounts, and fields. */
export const formatAmount = (decimal: string): string => formatMoney(decimal).replace("₱", "");

/** What is taken off: "200.00" as "−₱200.00", nothing as "₱0.00". */
export const formatDeduction = (decimal: string): string =>
  `${centavos(decimal) > 0n ? "−" : ""}${formatMoney(decimal)}`;

/** "412859.60" as "₱412,860", "0" as "₱0": for figures that are not paid. */
export function formatPesosWhole(decimal: string): string {
  const total = centavos(decimal);
  const size = ((total < 0n ? -total : total) + 50n) / 100n;
  return `${total < 0n && size > 0n ? "-" : ""}₱${grouped(size)}`;
}
