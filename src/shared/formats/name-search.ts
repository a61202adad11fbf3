import { phoneSearched } from "./phone-search.ts";

/** How names are searched and compared. The name is stored as typed. */

const MAX_QUERY = 100;
const MAX_WORDS = 8;

/** Letters that have no accent to drop. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ħ: "h",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
};

/**
 * Lower case, marks dropped (ñ is n), other Latin letters as English writes them (Ø is o, ß is ss), only letters and
 * digits left: "Dela Peña-Cruz" is "delapenacruz". `fold` in the database has the same rule.
 */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[đðłøħıæœßþ]/g, (letter) => PLAIN[letter] ?? letter);

/** Folded words of names that are usually written short. `full_word` in the database has the same rule. */
const SHORT_NAMES: Readonly<Record<string, string>> = { ma: "maria", sta: "santa", sto: "santo", jn: "john" };
/** "ma" is found in "maria" as it is. */
const LONG_NAMES = Object.fromEntries(
  Object.entries(SHORT_NAMES).flatMap(([short, long]) => (long.startsWith(short) ? [] : [[long, short]])),
);

/** A folded word of a name as it is written in full: "sta" is "santa". */
export const fullWord = (word: string): string =>
  Object.hasOwn(SHORT_NAMES, word) ? (SHORT_NAMES[word] ?? word) : word;

/** As it is also written: "sta" for "santa", "santa" for "sta"; else the word. */
export const otherWord = (word: string): string =>
  Object.hasOwn(LONG_NAMES, word) ? (LONG_NAMES[word] ?? word) : fullWord(word);

/** A name with its words written in the other way, folded. */
export const nameVariant = (name: string): string =>
  name
    .split(/[\s,./-]+/u)
    .map(fold)
    .map(otherWord)
    .join("");

/** Full-width letters and digits, which are stored as ordinary ones (see printable.ts; its tables are not for lists). */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * The folded words of a search, each of which must be found, at most eight from the first 100 characters. A phone number
 * with its country is brought into the form in which numbers are stored.
 */
export function searchWords(query: string): string[] {
  const text = query.slice(0, MAX_QUERY).replace(FULL_WIDTH, (sign) => sign.normalize("NFKC"));
  const searched = phoneSearched(text) ?? text;
  return searched.split(/\s+/u).map(fold).filter(Boolean).slice(0, MAX_WORDS);
}

/** Those whose text contains every word of the search; all of them for an empty one. */
export function withWords<Item>(
  all: readonly Item[],
  search: string,
  textOf: (item: Item) => string,
): Item[] {
  const words = searchWords(search);
  return all.filter((item) => {
    const text = fold(textOf(item));
    return words.every((word) => text.includes(word));
  });
}
