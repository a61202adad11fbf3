import { fold, fullWord } from "#shared/formats/name-search.ts";

/** Words without distinguishing value: particles of surnames, generations, titles. */
const TELLS_NOTHING = new Set(
  "de del dela delas delos dos da di la las los jr sr ii iii iv dr dra md".split(" "),
);
/** "Delacruz" is "dela Cruz". */
const GLUED_PARTICLE = /^(?:delos|delas|dela|del)(?=\p{L}{3})/u;

/** The limit of compared words. No person's name has more, and comparing is quadratic in their number. */
const MOST_WORDS = 12;

/** The folded words by which two names are compared; "Ma. Concepcion dela Peña" is maria, concepcion, pena. */
export const nameWords = (name: string): string[] =>
  name
    .split(/[\s,./-]+/u)
    .map(fold)
    .filter((word) => word !== "" && !TELLS_NOTHING.has(word))
    .slice(0, MOST_WORDS)
    .map((word) => fullWord(word).replace(GLUED_PARTICLE, ""));

/**
 * Similarity of two names from 0 to 1, in any word order. The shorter name counts, since a middle name is often
 * left out; each of its words is compared with the closest word of the longer one.
 */
export const nameLikeness = (one: string, other: string): number =>
  wordsLikeness(nameWords(one), nameWords(other));

/** The same for names that are split already. */
export function wordsLikeness(one: readonly string[], other: readonly string[]): number {
  const [shorter = [], longer = []] = [one, other].toSorted((a, b) => a.length - b.length);
  if (shorter.length === 0) return 0;
  const left = [...longer];
  const sum = shorter
    .map((word) => {
      const likeness = left.map((against) => wordLikeness(word, against));
      const best = Math.max(0, ...likeness);
      if (best > 0) left.splice(likeness.indexOf(best), 1);
      return best;
    })
    .reduce((total, likeness) => total + likeness, 0);
  return sum / shorter.length;
}

/** Allows one typo in a short word and two in a long one; an initial matches its word. */
function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [short = "", long = ""] = [one, other].toSorted((a, b) => a.length - b.length);
  if (short.length === 1) return long.startsWith(short) ? 0.8 : 0;
  const allowed = long.length <= 4 ? 1 : long.length <= 8 ? 2 : 3;
  const distance = spellingDistance(short, long, allowed);
  return distance > allowed ? 0 : 1 - distance / long.length;
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and transpositions. With `atMost` only
 * the diagonal band of that width is computed and larger distances return `atMost + 1`, so the time is linear in
 * the length.
 */
export function spellingDistance(one: string, other: string, atMost = Number.POSITIVE_INFINITY): number {
  const beyond = atMost + 1;
  if (Math.abs(one.length - other.length) > atMost) return beyond;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const from = Math.max(1, row - atMost);
    const to = Math.min(other.length, row + atMost);
    const current: number[] = [];
    current[from - 1] = from === 1 ? row : beyond;
    let nearest = current[from - 1] ?? beyond;
    for (let column = from; column <= to; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? beyond) + 1,
        (current[column - 1] ?? beyond) + 1,
        (last[column - 1] ?? beyond) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) least = Math.min(least, (beforeLast[column - 2] ?? beyond) + 1);
      current[column] = least;
      nearest = Math.min(nearest, least);
    }
    if (nearest > atMost) return beyond;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length] ?? beyond, beyond);
}
