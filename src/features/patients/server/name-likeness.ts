import { fold } from "#shared/names.ts";

/** Words that tell nobody apart: particles of surnames, generations, titles. */
const TELLS_NOTHING = new Set(
  "de del dela delas delos dos da di la las los jr sr ii iii iv dr dra md".split(" "),
);
const ABBREVIATIONS: Record<string, string> = { ma: "maria", sta: "santa", sto: "santo", jn: "john" };
/** "Delacruz" is "dela Cruz". */
const GLUED_PARTICLE = /^(?:delos|delas|dela|del)(?=\p{L}{3})/u;

/** The folded words by which two names are compared; "Ma. Concepcion dela Peña" is maria, concepcion, pena. */
export const nameWords = (name: string): string[] =>
  name
    .split(/[\s,./-]+/u)
    .map(fold)
    .filter((word) => word !== "" && !TELLS_NOTHING.has(word))
    .map((word) => (ABBREVIATIONS[word] ?? word).replace(GLUED_PARTICLE, ""));

/**
 * How alike two names are, from 0 to 1, whatever the order of their words. The shorter name counts, for a middle
 * name is often left out; each of its words is laid beside the nearest word of the longer one.
 */
export function nameLikeness(one: string, other: string): number {
  const [shorter = [], longer = []] = [nameWords(one), nameWords(other)].toSorted(
    (a, b) => a.length - b.length,
  );
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

/** One slip of the pen in a short word, two in a long one; an initial stands for its word. */
function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [short = "", long = ""] = [one, other].toSorted((a, b) => a.length - b.length);
  if (short.length === 1) return long.startsWith(short) ? 0.8 : 0;
  const distance = spellingDistance(short, long);
  const allowed = long.length <= 4 ? 1 : long.length <= 8 ? 2 : 3;
  return distance > allowed ? 0 : 1 - distance / long.length;
}

/** Letters put in, left out, exchanged or swapped with their neighbour (optimal string alignment). */
export function spellingDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
