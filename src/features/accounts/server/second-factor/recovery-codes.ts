import { randomInt, timingSafeEqual } from "node:crypto";
import { sha256 } from "#server/auth/secrets.ts";

/** No letters or digits that are mistaken for each other on paper. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const countOfCodes = 10;

/** Ten codes of 12 characters (59 bits), which is enough for a plain hash: they cannot be guessed from it. */
export const newRecoveryCodes = (): string[] => Array.from({ length: countOfCodes }, newCode);

const newCode = () => [part(), part(), part()].join("-");
const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Case, spaces and hyphens do not matter, so that a code may be typed as it is read. */
export const hashOfRecoveryCode = (typed: string): Buffer =>
  sha256(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** The stored hash of a typed code, or null. All are compared, in constant time. */
export function matchingHash(typed: string, hashes: readonly Buffer[]): Buffer | null {
  const sought = hashOfRecoveryCode(typed);
  return hashes.filter((hash) => timingSafeEqual(hash, sought))[0] ?? null;
}
