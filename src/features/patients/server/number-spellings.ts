/** Of the hyphens, the one of keyboards first; the others come with copied text. */
const HYPHENS = ["-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212"];
const SPACES = [" ", "\u00a0"];
/** Up to so many letters, every mix of upper and lower case is looked for. */
const MOST_LETTERS = 6;

/** An admission number as it is compared: without case, with one kind of hyphen and of space. */
export const numberKey = (number: string): string =>
  number
    .trim()
    .toLowerCase()
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\s+/gu, " ");

const isLetter = (one: string) => one.toUpperCase() !== one && one.toUpperCase().length === 1;

function casesOf(key: string): string[] {
  const letters = [...key].filter(isLetter).length;
  if (letters > MOST_LETTERS) return [key, key.toUpperCase(), (key[0] ?? "").toUpperCase() + key.slice(1)];
  return [...key].reduce<string[]>(
    (begun, one) =>
      (isLetter(one) ? [one, one.toUpperCase()] : [one]).flatMap((next) => begun.map((part) => part + next)),
    [""],
  );
}

/**
 * The spellings of a number that may be stored, to be found in the index of the numbers: by case, as far as there are
 * few letters, and with each kind of hyphen and space throughout. At most 768.
 */
export function spellingsOf(number: string): string[] {
  const key = numberKey(number);
  const found = casesOf(key).flatMap((cased) =>
    HYPHENS.flatMap((hyphen) => SPACES.map((space) => cased.replaceAll("-", hyphen).replaceAll(" ", space))),
  );
  return [...new Set([number, ...found])];
}
