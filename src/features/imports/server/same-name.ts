import { fold, fullWord } from "#shared/formats/name-search.ts";

/** How two names match: entirely, except that one has the initial of a middle name, or not at all. */
export type Sameness = "whole" | "initial" | null;

type ParsedName = {
  /** Null if the name has no comma: the surname may be first or last. */
  surname: readonly string[] | null;
  given: readonly string[];
  suffix: string | null;
};

const PARTICLES = new Set("de del dela delas delos dos da di la las los".split(" "));
/** Without "V", which is more often the initial of a middle name. */
const SUFFIXES: Record<string, string> = {
  jr: "jr",
  junior: "jr",
  sr: "sr",
  senior: "sr",
  ii: "ii",
  "2nd": "ii",
  iii: "iii",
  "3rd": "iii",
  iv: "iv",
  "4th": "iv",
};

/** Joins particles to the following word, so that "de la Cruz", "Dela Cruz" and "Delacruz" are the same. */
function joinedParticles(words: readonly string[]): string[] {
  const joined: string[] = [];
  let particles = "";
  for (const word of words) {
    if (PARTICLES.has(word)) particles += word;
    else {
      joined.push(particles + word);
      particles = "";
    }
  }
  return particles === "" ? joined : [...joined, particles];
}

function parse(name: string): ParsedName {
  const suffixes: string[] = [];
  const [first = [], ...others] = name.split(",").map((part) => {
    const words = part
      .split(/[\s./-]+/u)
      .map(fold)
      .filter(Boolean);
    const isSuffix = (word: string | undefined) => word !== undefined && Object.hasOwn(SUFFIXES, word);
    while (isSuffix(words.at(-1))) suffixes.push(SUFFIXES[words.pop() ?? ""] ?? "");
    return joinedParticles(words.map(fullWord));
  });
  const given = others.flat();
  return {
    surname: given.length === 0 ? null : first,
    given: given.length === 0 ? first : given,
    suffix: suffixes.toSorted().join(" ") || null,
  };
}

const asText = (words: readonly string[]) => words.join("");

/** Whether the first names are the same and the last given name of one is the initial of the other's. */
function hasMiddleInitial(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length || one.length < 2) return false;
  const middles = [one.at(-1) ?? "", other.at(-1) ?? ""].toSorted((a, b) => a.length - b.length);
  const [initial = "", whole = ""] = middles;
  return (
    initial.length === 1 &&
    whole.length > 1 &&
    whole.startsWith(initial) &&
    asText(one.slice(0, -1)) === asText(other.slice(0, -1))
  );
}

type Parts = { surname: readonly string[]; given: readonly string[] };

function compareParts(one: Parts, other: Parts): Sameness {
  if (asText(one.surname) !== asText(other.surname)) return null;
  if (asText(one.given) === asText(other.given)) return "whole";
  return hasMiddleInitial(one.given, other.given) ? "initial" : null;
}

/** A name without a comma, with the first and with the last `count` words as the surname. */
const bothWays = (words: readonly string[], count: number): Parts[] => [
  { surname: words.slice(0, count), given: words.slice(count) },
  { surname: words.slice(-count), given: words.slice(0, -count) },
];

/**
 * Whether two names with the same birthday are certainly the same person's. Twins may differ in one name only, and a
 * father and son in the suffix, so a missing name, another order of given names or a typo is left for a person to judge.
 */
export function sameName(one: string, other: string): Sameness {
  const [left, right] = [parse(one), parse(other)];
  if (left.suffix !== right.suffix || left.given.length === 0 || right.given.length === 0) return null;
  if (left.surname && right.surname)
    return compareParts(
      { surname: left.surname, given: left.given },
      { surname: right.surname, given: right.given },
    );
  if (left.surname === null && right.surname === null)
    return left.given.length > 1 && asText(left.given) === asText(right.given) ? "whole" : null;
  const [parted, plain] = left.surname ? [left, right] : [right, left];
  const surname = parted.surname ?? [];
  const found = bothWays(plain.given, surname.length).map((parts) =>
    compareParts({ surname, given: parted.given }, parts),
  );
  return found.find((same) => same === "whole") ?? found.find((same) => same !== null) ?? null;
}

/** Whether two names with the same number contradict each other: different suffixes, or a name that the other lacks. */
export function namesContradict(one: string, other: string): boolean {
  const [left, right] = [parse(one), parse(other)];
  if (left.suffix !== null && right.suffix !== null && left.suffix !== right.suffix) return true;
  const [shorter = [], longer = []] = [left, right]
    .map(({ surname, given }) => [...(surname ?? []), ...given])
    .toSorted((a, b) => a.length - b.length);
  const remaining = [...longer];
  return shorter.some((word) => {
    const at = remaining.findIndex(
      (against) =>
        word === against ||
        (word.length === 1 && against.startsWith(word)) ||
        (against.length === 1 && word.startsWith(against)),
    );
    if (at < 0) return true;
    remaining.splice(at, 1);
    return false;
  });
}
