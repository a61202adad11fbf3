import type { Diagnosis } from "#features/diagnoses/contract.ts";

/** What can be found: its words, its code, and what else it is called. */
export type Findable = Diagnosis & { also?: readonly string[] };

/** What fits, and how well: less is better. */
export type Hit = { found: Diagnosis; level: number };

/** Letters and words of a search that are looked at. */
const LONGEST = 100;
const MOST_WORDS = 8;
/** Shorter words would be a typo of too many. */
const FEWEST_LETTERS_OF_TYPO = 4;
/** Where fewer fit with every word, those that fit with some are added. */
const ENOUGH = 5;

const levels = { whole: 0, alias: 1, begins: 2, words: 3, aliases: 4, typo: 6, some: 8 } as const;

/** Without marks and apostrophes, in lower case, cut at what is no letter or digit: "Bell's palsy" is bells, palsy. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const inOne = (text: string): string => wordsIn(text).join("");

/** Whether one letter too many, too few, wrong or swapped makes it begin the word. */
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

type Entry = { found: Diagnosis; code: string; words: string; aliases: ReadonlySet<string> };

/** Of one entry and one word that was typed. */
const matches = { words: 0, aliases: 1, typo: 2 } as const;

/** Entries by the words that name them. A word that is typed is looked up by its beginning. */
export class DiagnosisIndex {
  private readonly entries: Entry[] = [];
  /** Entries by word; whether it is one of an alias in the lowest bit. */
  private readonly places = new Map<string, number[]>();
  private sorted: string[] | null = null;

  constructor(list: Iterable<Findable> = []) {
    this.add(list);
  }

  add(list: Iterable<Findable>): void {
    for (const { words, code, also = [] } of list) {
      const place = this.entries.length;
      this.entries.push({
        found: { words, code },
        code: inOne(code ?? ""),
        words: inOne(words),
        aliases: new Set(also.map(inOne)),
      });
      const own = new Set(wordsIn(words));
      for (const word of own) this.note(word, place * 2);
      for (const word of new Set(also.flatMap(wordsIn))) if (!own.has(word)) this.note(word, place * 2 + 1);
    }
    this.sorted = null;
  }

  search(typed: string): Hit[] {
    const words = [...new Set(wordsIn(typed.slice(0, LONGEST)))].slice(0, MOST_WORDS);
    const whole = inOne(typed.slice(0, LONGEST));
    if (whole === "") return [];
    const matched = words.map((word) => this.matchesOf(word));
    const levelOf = new Map<number, number>();
    for (const place of new Set(matched.flatMap((of) => [...of.keys()]))) {
      const fits = matched.flatMap((of) => of.get(place) ?? []);
      levelOf.set(place, this.levelOf(place, whole, fits, words.length));
    }
    if (/^\p{L}\d/u.test(whole))
      for (const [place, { code }] of this.entries.entries())
        if (code.startsWith(whole)) levelOf.set(place, code === whole ? levels.whole : levels.begins);
    const hits = [...levelOf].map(([place, level]) => ({
      found: (this.entries[place] as Entry).found,
      level,
    }));
    const full = hits.filter(({ level }) => level < levels.some);
    return full.length < ENOUGH ? hits : full;
  }

  private note(word: string, place: number): void {
    const known = this.places.get(word);
    if (known) known.push(place);
    else this.places.set(word, [place]);
  }

  private levelOf(place: number, whole: string, fits: readonly number[], wanted: number): number {
    const { words, aliases } = this.entries[place] as Entry;
    if (words === whole) return levels.whole;
    if (aliases.has(whole)) return levels.alias;
    if (fits.length < wanted) return levels.some + wanted - fits.length;
    if (fits.includes(matches.typo)) return levels.typo;
    if (words.startsWith(whole)) return levels.begins;
    return fits.includes(matches.aliases) ? levels.aliases : levels.words;
  }

  /** Entries with a word that begins as typed; where there is none, with one that is a typo away. */
  private matchesOf(typed: string): Map<number, number> {
    this.sorted ??= [...this.places.keys()].sort();
    const { sorted } = this;
    const found = new Map<number, number>();
    const note = (word: string, isTypo: boolean) => {
      for (const place of this.places.get(word) ?? []) {
        const match = isTypo ? matches.typo : place % 2 === 0 ? matches.words : matches.aliases;
        const entry = Math.floor(place / 2);
        found.set(entry, Math.min(match, found.get(entry) ?? match));
      }
    };
    for (let at = firstFrom(sorted, typed); sorted[at]?.startsWith(typed); at += 1)
      note(sorted[at] as string, false);
    if (found.size === 0 && typed.length >= FEWEST_LETTERS_OF_TYPO)
      for (const word of sorted) if (isOneTypoFrom(typed, word)) note(word, true);
    return found;
  }
}

/** The place of the first word that does not come before it. */
function firstFrom(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
