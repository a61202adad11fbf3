/**
 * Converts typed Philippine phone numbers to E.164 and back. Hand-written instead of a library of 40 kB: only Philippine
 * numbers are checked closely, a foreign one needs its "+" and a plausible length.
 */

const COUNTRY = "63";

/** National numbers without the leading 0: mobiles, and landlines by area code (2 = Metro Manila, 8 digits). */
const MOBILE = /^(?:9\d{9}|817\d{7}|89[5-8]\d{7})$/;
const LANDLINE = /^(?:2\d{8}|(?:3[2-68]|4[2-9]|5[2-6]|6[2-58]|7[24578]|8[2-8])\d{7})$/;

const isPhilippine = (national: string) => MOBILE.test(national) || LANDLINE.test(national);

/** What people and their keyboards write between the digits: "0917–555–0144" with dashes, "0917/555/0144". */
const TYPED = /^\+?[\d\s()./\p{Pd}\u2212]+$/u;

/** A typed number as E.164 ("+639171234567"), or null when it cannot be one ("1234567890"). */
export function parsePhone(text: string): string | null {
  const typed = text.trim();
  if (!TYPED.test(typed)) return null;
  let digits = typed.replace(/\D/g, "");
  let international = typed.startsWith("+");
  if (!international && digits.startsWith("00")) {
    international = true;
    digits = digits.slice(2);
  }
  if (digits.startsWith(COUNTRY)) {
    // "+63 (0)917…" contains a 0 that is not dialed.
    const national = digits.slice(COUNTRY.length).replace(/^0/, "");
    if (isPhilippine(national)) return `+${COUNTRY}${national}`;
    if (international) return null;
  }
  if (international) return isForeign(digits) ? `+${digits}` : null;
  const national = digits.replace(/^0/, "");
  if (digits.startsWith("0") ? isPhilippine(national) : MOBILE.test(digits)) return `+${COUNTRY}${national}`;
  return null;
}

function isForeign(digits: string): boolean {
  if (digits.startsWith("1")) return /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits);
  return /^[2-9]\d{7,14}$/.test(digits) && !/^(\d)\1+$/.test(digits);
}

/** "+639171234567" as "+63 917 123 4567". Anything that is not E.164 is returned unchanged. */
export function formatPhone(e164: string): string {
  const groups =
    /^\+(63)([89]\d{2})(\d{3})(\d{4})$/.exec(e164) ??
    /^\+(63)(2)(\d{4})(\d{4})$/.exec(e164) ??
    /^\+(63)(\d{2})(\d{3})(\d{4})$/.exec(e164) ??
    /^\+(1)(\d{3})(\d{3})(\d{4})$/.exec(e164);
  return groups ? `+${groups.slice(1).join(" ")}` : e164;
}
