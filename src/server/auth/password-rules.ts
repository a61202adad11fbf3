import { invalidField } from "#shared/errors.ts";
import { fold } from "#shared/formats/name-search.ts";
import { onceAsync } from "../once-async.ts";

/** Loaded with the first password that is set: 45 ms and 20 MB. */
const commonPasswords = onceAsync(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
});

/** Shorter names occur in many good passwords. */
const MIN_NAME_LENGTH = 4;

/** "rafael2026!" is rafael. */
const withoutEnd = (password: string) => password.replace(/[^\p{L}]+$/u, "");

/**
 * The message for a weak password, or null. Compares in lower case with some 18,000 common passwords of eight and more
 * letters, and with public facts about the account. `known`: names, the
 * clinic's name, the email.
 */
export async function findPasswordFault(password: string, known: readonly string[]): Promise<string | null> {
  if ((await commonPasswords()).has(password.toLowerCase()))
    return "This password is among the first that people guess. Choose another.";
  const ownNames = known
    .flatMap((text) => (text.includes("@") ? [text, text.split("@")[0] ?? ""] : [text, ...text.split(/\s+/)]))
    .map(fold)
    .filter((text) => text.length >= MIN_NAME_LENGTH);
  const typed = [fold(password), fold(withoutEnd(password))];
  return ownNames.some((text) => typed.includes(text))
    ? "Choose a password that is not your name, your clinic or your email."
    : null;
}

/** @throws Failure invalid with the field */
export async function refuseWeakPassword(
  field: string,
  password: string,
  known: readonly string[],
): Promise<void> {
  const fault = await findPasswordFault(password, known);
  if (fault) throw invalidField(field, fault);
}
