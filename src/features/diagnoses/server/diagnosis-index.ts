import type { Diagnosis } from "#features/diagnoses/contract.ts";

/** A searchable diagnosis: its words, its code, and its aliases. */
export type Findable = Diagnosis & { also?: readonly string[] };

/** A match and its rank: lower is better. */
type Hit = { found: Diagnosis; level: number };

/** Characters and words of a search that are used. */
const LONGEST = 100;
const MOST_WORDS = 8;
/** In shorter words a typo would match too many. */
const FEWEST_LETTERS_OF_TYPO = 4;
/** Ignored when they are the only match. */
const SMALL_WORDS = new Set([
  "and",
  "for",
  "in",
  "no",
  "not",
  "of",
  "or",
  "site",
  "stated",
  "the",
  "to",
  "type",
  "with",
]);

/** The limit per level, short ones first. */
const MOST_OF_LEVEL = 40;

/** Matches of only some of the words have the level `some` or higher. */
export const levels = {
  whole: 0,
  alias: 1,
  begins: 2,
  words: 3,
  aliases: 4,
  typoOfWhole: 6,
  typo: 7,
  some: 8,
} as const;

/**
 * Strips accents and apostrophes, lowercases, and splits at everything but letters and digits: "Bell's palsy" is
 * bells, palsy.
 */
export const wordsIn = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const inOne = (text: string): string => wordsIn(text).join("");

/** Whether it begins the word with one letter too many, too few, wrong or swapped. */
export function isOneTypoFrom(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  if (at === typed.length) return true;
  return (
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(typed.slice(at + 1), at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  );
}

type Entry = { found: Diagnosis; code: string; words: string; aliases: readonly string[] };

/** For one entry and one typed word. */
const matches = { words: 1, aliases: 2, typo: 3 } as const;

/** Entries by their words. A typed word is searched as a prefix. */
export class DiagnosisIndex {
  private readonly entries: Entry[] = [];
  /** Entries by word; the lowest bit says whether the word is from an alias. */
  private readonly positions = new Map<string, number[]>();
  /** Sorted words, and entries by length. */
  private sorted: { words: string[]; entries: Uint32Array } | null = null;

  constructor(list: Iterable<Findable> = []) {
    this.add(list);
  }

  add(list: Iterable<Findable>): void {
    for (const { words, code, also = [] } of list) {
      const position = this.entries.length;
      this.entries.push({
        found: { words, code },
        code: inOne(code ?? ""),
        words: inOne(words),
        aliases: also.map(inOne),
      });
      const own = new Set(wordsIn(words));
      for (const word of own) this.note(word, position * 2);
      for (const word of new Set(also.flatMap(wordsIn)))
        if (!own.has(word)) this.note(word, position * 2 + 1);
    }
    this.sorted = null;
  }

  /** Those of a level by length, always with those whose code was used. */
  search(typed: string, used: ReadonlySet<string | null> = new Set()): Hit[] {
    const words = [...new Set(wordsIn(typed.slice(0, LONGEST)))].slice(0, MOST_WORDS);
    const whole = inOne(typed.slice(0, LONGEST));
    if (whole === "") return [];
    const { entries } = this.inOrder();
    const looked = words.map((word) => this.matchesOf(word));
    const matched = looked.map(({ found }) => found);
    // The words that a single typed word may have been meant to be.
    const meant = words.length === 1 ? (looked[0]?.meant ?? []) : [];
    const isTelling = words.map((word) => words.length === 1 || !SMALL_WORDS.has(word));
    const isCode = /^\p{L}\d/u.test(whole);
    const levelHits: Hit[][] = [];
    for (const position of entries) {
      const entry = this.entries[position] as Entry;
      const level =
        isCode && entry.code.startsWith(whole)
          ? entry.code === whole
            ? levels.whole
            : levels.begins
          : levelOf(entry, { whole, matched, isTelling, meant }, position);
      if (level === null) continue;
      levelHits[level] ??= [];
      const hits = levelHits[level];
      if (hits.length < MOST_OF_LEVEL || used.has(entry.found.code)) hits.push({ found: entry.found, level });
    }
    return levelHits.flat();
  }

  private note(word: string, position: number): void {
    const known = this.positions.get(word);
    if (known) known.push(position);
    else this.positions.set(word, [position]);
  }

  private inOrder() {
    this.sorted ??= {
      words: [...this.positions.keys()].sort(),
      entries: Uint32Array.from(this.entries.keys()).sort(
        (one, other) =>
          (this.entries[one] as Entry).words.length - (this.entries[other] as Entry).words.length ||
          one - other,
      ),
    };
    return this.sorted;
  }

  /** By entry: how a word of it starts with the typed one, or else with a typo, and those words. */
  private matchesOf(typed: string): { found: Uint8Array; meant: string[] } {
    const { words } = this.inOrder();
    const found = new Uint8Array(this.entries.length);
    let isAny = false;
    const note = (word: string, isTypo: boolean) => {
      isAny = true;
      for (const position of this.positions.get(word) ?? []) {
        const match = isTypo ? matches.typo : position % 2 === 0 ? matches.words : matches.aliases;
        const before = found[position >> 1] as number;
        if (before === 0 || match < before) found[position >> 1] = match;
      }
    };
    for (let at = firstFrom(words, typed); words[at]?.startsWith(typed); at += 1)
      note(words[at] as string, false);
    const meant =
      !isAny && typed.length >= FEWEST_LETTERS_OF_TYPO
        ? words.filter((word) => isOneTypoFrom(typed, word))
        : [];
    for (const word of meant) note(word, true);
    return { found, meant };
  }
}

/** Null when it does not match. */
function levelOf(
  { words, aliases }: Entry,
  {
    whole,
    matched,
    isTelling,
    meant,
  }: {
    whole: string;
    matched: readonly Uint8Array[];
    isTelling: readonly boolean[];
    meant: readonly string[];
  },
  position: number,
): number | null {
  let missing = 0;
  let worst = 0;
  let isTold = false;
  for (const [at, of] of matched.entries()) {
    const match = of[position] as number;
    if (match === 0) missing += 1;
    else if (isTelling[at]) isTold = true;
    if (match > worst) worst = match;
  }
  if (words === whole) return levels.whole;
  if (aliases.includes(whole)) return levels.alias;
  if (missing > 0) return isTold ? levels.some + missing : null;
  if (worst === matches.typo)
    return meant.some((word) => word === words || aliases.includes(word)) ? levels.typoOfWhole : levels.typo;
  if (words.startsWith(whole)) return levels.begins;
  return worst === matches.aliases ? levels.aliases : levels.words;
}

/** The index of the first word that does not sort before it. */
function firstFrom(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
