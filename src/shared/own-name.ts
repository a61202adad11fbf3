import { fold } from "./formats/name-search.ts";

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
