/** Crockford's base 32, without the ambiguous I, L, O and U. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Digits of the secret: 80 bits. */
const SECRET = 16;

/** Ten bytes in sixteen digits. */
export function inBase32(bytes: Uint8Array): string {
  let text = "";
  let rest = 0;
  let bits = 0;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += digits[(rest >> bits) & 31];
    }
    rest &= (1 << bits) - 1;
  }
  return text;
}

/** The clinic, and the secret in groups: "1A-7Q4M-9ZXP-3HVD-W8R1". */
export const paperCode = (clinicId: number, secret: string): string =>
  [numberInBase32(clinicId), ...(secret.match(/.{4}/g) ?? [])].join("-");

function numberInBase32(number: number): string {
  let text = "";
  for (let left = number; left > 0; left = Math.floor(left / 32)) text = `${digits[left % 32]}${text}`;
  return text;
}

/**
 * Reads a typed code: lower case, other separators, O for 0, I and L for 1. Null if it is no code.
 */
export function readPaperCode(typed: string): { clinicId: number; code: string } | null {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—.]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{17,27}$/.test(letters)) return null;
  const clinicId = Array.from(letters.slice(0, -SECRET)).reduce(
    (sum, digit) => sum * 32 + digits.indexOf(digit),
    0,
  );
  if (!Number.isSafeInteger(clinicId) || clinicId < 1) return null;
  return { clinicId, code: paperCode(clinicId, letters.slice(-SECRET)) };
}
