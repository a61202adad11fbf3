import { asPhrases, mixtureOf, usualName } from "./medicine-synonyms.ts";
import { nameAlone } from "./safe-doses.ts";
import { SALTS } from "./salts.ts";

/** What a name says besides the substance, at its beginning or end. */
const ASIDE = new Set([
  ...SALTS,
  ..."sodium potassium calcium magnesium zinc aluminum aluminium ferrous ferric iron".split(" "),
]);

/** Without salts at both ends, unless nothing else is named: "calcium carbonate" stays. */
function substanceIn(part: string): string {
  const words = asPhrases(part).trim().split(" ");
  const first = words.findIndex((word) => !ASIDE.has(word));
  const last = words.findLastIndex((word) => !ASIDE.has(word));
  return (first < 0 ? words : words.slice(first, last + 1)).join(" ");
}

/** By other names, and by what a mixture holds. */
function substancesIn(part: string): readonly string[] {
  const named = asPhrases(part).trim();
  const usual = usualName(named) ?? usualName(substanceIn(part)) ?? substanceIn(part);
  return mixtureOf(named) ?? mixtureOf(usual) ?? [usual];
}

/**
 * The substances that a medicine's name says, in one order and without salts: the same text for "Losartan potassium" and
 * "losartan", for "co-amoxiclav" and "amoxicillin + clavulanic acid". An amount in the name stays.
 */
export const substancesOf = (name: string): string =>
  [
    ...new Set(
      name
        .split(/\s*(?:[+&,;]|(?<!\d)\/|\/(?!\d)|(?<!\p{L})(?:and|with)(?!\p{L}))\s*/iu)
        .filter((part) => part.trim() !== "")
        .flatMap(substancesIn),
    ),
  ]
    .toSorted()
    .join(" + ");

/** Whether two names are of one medicine, whatever its strength and form. */
export const isSameMedicine = (one: string, other: string): boolean =>
  medicineKey(one) === medicineKey(other);

/** The same for all names of a medicine, without strength and form. */
export const medicineKey = (name: string): string => substancesOf(nameAlone(name));
