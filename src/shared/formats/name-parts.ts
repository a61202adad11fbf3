import { fold } from "./name-search.ts";
import { isGeneration, wordsOf } from "./names.ts";

/** The name of a user: "Maria Santos". Empty where both are. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** The possible surnames and given names of a search: in "dela cruz juan" either part may come first. */
export const namesMeant = (words: readonly string[]): { surname: string; given: string }[] => [
  { surname: words.join(""), given: "" },
  ...words.slice(1).flatMap((_, cut) => {
    const front = words.slice(0, cut + 1).join("");
    const back = words.slice(cut + 1).join("");
    return [
      { surname: front, given: back },
      { surname: back, given: front },
    ];
  }),
];

/** Folded suffixes that are no surname, and particles that belong to the surname after them. */
const BEHIND = new Set(["jr", "sr", "ii", "iii", "iv", "v", "md"]);
const IN_SURNAME = new Set(
  "de del dela delas delos dos da di la las los san santa santo sta sto van von der den ter".split(" "),
);

const foldedWords = (text: string): string[] => text.split(/\s+/u).map(fold).filter(Boolean);

/**
 * The sort key of a name: the folded surname, a space, the folded given names. The surname precedes a comma, or is the
 * last word with its particles. `name_key` in the database has the same rule.
 */
export function nameKey(name: string): string {
  const comma = name.indexOf(",");
  const surname = fold(name.slice(0, Math.max(comma, 0)));
  const given = foldedWords(name.slice(comma + 1).replaceAll(",", " "));
  const after: string[] = [];
  while (surname && BEHIND.has(given[0] ?? "")) after.push(given.shift() ?? "");
  if (surname && given.length > 0) return `${surname} ${[...given, ...after].join("")}`;
  const words = surname ? foldedWords(name.slice(0, comma)) : given;
  while (words.length > 1 && BEHIND.has(words.at(-1) ?? "")) after.unshift(words.pop() ?? "");
  let from = Math.max(words.length - 1, 0);
  while (from > 0 && IN_SURNAME.has(words[from - 1] ?? "")) from -= 1;
  return `${words.slice(from).join("")} ${[...words.slice(0, from), ...after].join("")}`;
}

/** Given names one by one, first and middle: particles stay with the word after them, as in "Maria Clara dela Peña". */
export function givenNames(words: readonly string[]): string[] {
  const names: string[] = [];
  let particles: string[] = [];
  for (const word of words) {
    particles.push(word);
    if (IN_SURNAME.has(fold(word))) continue;
    names.push(particles.join(" "));
    particles = [];
  }
  return particles.length > 0 ? [...names, particles.join(" ")] : names;
}

/**
 * A stored name, "Last, First Middle" with Jr. or III behind any of them: "Dela Cruz Jr., Juan V." has the surname "Dela
 * Cruz", the given names "Juan" and "V.", and the suffix "Jr.". Without a comma all words are of the surname.
 */
export function nameParts(name: string): { surname: string[]; given: string[]; suffixes: string[] } {
  const [surname = [], ...given] = name.split(",").map(wordsOf);
  // The first word of a part is a name, unless the part is a suffix alone.
  const isSuffix = (word: string, index: number, { length }: readonly string[]) =>
    isGeneration(word) && (index > 0 || length === 1);
  const namesIn = (part: readonly string[]) => part.filter((word, index) => !isSuffix(word, index, part));
  return {
    surname: namesIn(surname),
    given: given.flatMap(namesIn),
    suffixes: [...given, surname].flatMap((part) =>
      part.filter((word, index) => isSuffix(word, index, part)),
    ),
  };
}
