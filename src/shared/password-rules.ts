import { fold } from "./formats/name-search.ts";

export const PASSWORD_LENGTH = 8;

/** What a new password must fulfill: the rule as a list has it, and the refusal of a password that does not. */
export const passwordRules = {
  length: {
    rule: `At least ${PASSWORD_LENGTH} characters`,
    refusal: `Password must be at least ${PASSWORD_LENGTH} characters`,
  },
  ownName: {
    rule: "Not your name, your clinic or your email",
    refusal: "Choose a password that is not your name, your clinic or your email.",
  },
  /** Only the server has the list. */
  common: {
    rule: "Not among the first that people guess",
    refusal: "This password is among the first that people guess. Choose another.",
  },
} as const;

/** Shorter names occur in many good passwords. */
const MIN_NAME_LENGTH = 4;

/** "rafael2026!" is rafael. */
const withoutEnd = (password: string) => password.replace(/[^\p{L}]+$/u, "");

/** Whether it is a public fact about the account. `known`: names, the clinic's name, the email. */
export function isOwnName(password: string, known: readonly string[]): boolean {
  const ownNames = known
    .flatMap((text) => (text.includes("@") ? [text, text.split("@")[0] ?? ""] : [text, ...text.split(/\s+/)]))
    .map(fold)
    .filter((text) => text.length >= MIN_NAME_LENGTH);
  const typed = [fold(password), fold(withoutEnd(password))];
  return ownNames.some((text) => typed.includes(text));
}
