import { GENERATIONS, isCredential, isTitle, PARTICLES } from "#shared/formats/names.ts";

/** The order of full names in a column. `comma` also accepts names without one, which are read as `first`. */
export type NameOrder = "comma" | "first" | "last";

export type NameParts = { last: string; first: string; middle: string; suffix: string };

const bare = (word: string) => word.replaceAll(/[.,]/g, "").toLowerCase();
const wordsOf = (text: string) => text.split(/\s+/u).filter(Boolean);

/** Normalizes spaces and stray punctuation: "DELA CRUZ ,JUAN" is "DELA CRUZ, JUAN". */
const tidy = (text: string): string =>
  text
    .replace(/[\s\u00a0]+/gu, " ")
    .replace(/\s*,\s*/gu, ", ")
    .replace(/(?:, )+/gu, ", ")
    .replace(/^[,\s]+|[,\s]+$/gu, "");

/** What follows a name: Jr., III, MD. Two letters, other than of MD and RN, may be somebody's initials. */
const isAfterName = (word: string): boolean =>
  GENERATIONS.has(bare(word)) ||
  (isCredential(word) && (bare(word).length > 2 || /^(?:md|rn)$/.test(bare(word))));

/** A full name as it is stored: "Last, First Middle". Empty where nothing was typed. */
export function storedName(typed: string, order: NameOrder): string {
  const name = tidy(typed);
  if (name === "" || !/\p{L}/u.test(name)) return "";
  if (name.includes(",")) return withoutLooseSuffix(name);
  const words = wordsOf(name);
  if (words.length === 1) return name;
  // Neither is a surname: "Dr. Juan Cruz MD".
  const titles: string[] = [];
  const suffix: string[] = [];
  while (words.length > 2 && isTitle(words[0] ?? "")) titles.push(words.shift() ?? "");
  while (words.length > 2 && isAfterName(words.at(-1) ?? "")) suffix.unshift(words.pop() ?? "");
  const cut = order === "last" ? surnameEnd(words) : surnameStart(words);
  const surname = order === "last" ? words.slice(0, cut) : words.slice(cut);
  const given = order === "last" ? words.slice(cut) : words.slice(0, cut);
  if (given.length === 0) return name;
  return `${surname.join(" ")}, ${[...titles, ...given, ...suffix].join(" ")}`;
}

/** "Cruz, Jr., Juan" is "Cruz, Juan Jr.", and a comma before the suffix is dropped. */
function withoutLooseSuffix(name: string): string {
  const [surname = "", ...others] = name.split(", ");
  const isSuffix = (part: string) => wordsOf(part).every(isAfterName);
  const suffixes = others.filter(isSuffix);
  const given = others.filter((part) => !isSuffix(part));
  // "Juan Cruz, Jr.": this comma does not follow the surname.
  if (given.length === 0) return storedName([surname, ...suffixes].join(" "), "first");
  return `${surname}, ${[...given, ...suffixes].join(" ")}`;
}

/** Where the surname begins: the last word with the particles before it. */
function surnameStart(words: readonly string[]): number {
  let from = words.length - 1;
  while (from > 0 && PARTICLES.has(bare(words[from - 1] ?? ""))) from -= 1;
  return from;
}

/** Particles that no given name is, as Van and Den are. */
const OF_SURNAMES = new Set("de del dela delas delos san santa santo sta sto".split(" "));

/** Whether a name without a comma begins with a surname, by its particle. */
export function beginsWithSurname(typed: string): boolean {
  const words = wordsOf(typed);
  return words.length > 2 && !typed.includes(",") && OF_SURNAMES.has(bare(words[0] ?? ""));
}

/** Where a leading surname ends. */
function surnameEnd(words: readonly string[]): number {
  let to = 0;
  while (to < words.length - 2 && PARTICLES.has(bare(words[to] ?? ""))) to += 1;
  return to + 1;
}

/** The same for names in separate columns. */
export function nameFromParts({ last, first, middle, suffix }: NameParts): string {
  const given = [first, middle, suffix].map(tidy).filter(Boolean).join(" ");
  const surname = tidy(last);
  return surname && given ? `${surname}, ${given}` : surname || given;
}
