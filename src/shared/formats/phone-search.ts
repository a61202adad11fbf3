import { parsePhone } from "./phone.ts";

/**
 * How a search may name a stored number: as it is dialed here ("09171234567") and with its country. The database's
 * `patient_search_text` has the same two.
 */
export const phoneSpellings = (stored: string): string[] => [stored.replace(/^\+63/, "0"), stored];

/** Typed with the country before it, which may be a zero too many: "0063 917…", "63 (0)917…". */
const WITH_COUNTRY = /^(?:\+|0063|63[\s(.-]*0|00.*\s)/;

/**
 * The number that a search names in a spelling that no stored one contains; null for others, whose digits are found as
 * they are.
 */
export function phoneSearched(text: string): string | null {
  const typed = text.trim();
  return WITH_COUNTRY.test(typed) ? parsePhone(typed) : null;
}
