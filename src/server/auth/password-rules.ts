import { invalidField } from "#shared/errors.ts";
import { isOwnName } from "#shared/own-name.ts";
import { passwordRules } from "#shared/password-rules.ts";
import { onceAsync } from "../once-async.ts";

/** Loaded with the first password that is set: 45 ms and 20 MB. */
const commonPasswords = onceAsync(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
});

/**
 * The message for a weak password, or null. Compares in lower case with some 18,000 common passwords of eight and more
 * letters, and with public facts about the account (`isOwnName`).
 */
export async function findPasswordFault(password: string, known: readonly string[]): Promise<string | null> {
  if ((await commonPasswords()).has(password.toLowerCase())) return passwordRules.common.refusal;
  return isOwnName(password, known) ? passwordRules.ownName.refusal : null;
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
