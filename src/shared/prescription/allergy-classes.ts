import {
  ALLERGY_CLASSES,
  type AllergyClass,
  CROSS_REACTIONS,
} from "#shared/prescription/allergy-class-list.ts";
import { genericOfBrand, lettersOf } from "#shared/prescription/brands.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";
import { genericNames } from "#shared/prescription/generic-names.ts";
import { asPhrases, hasPhrase, heldBy, usualNames } from "#shared/prescription/medicine-synonyms.ts";

/** In the names of many medicines and allergies: salts, forms and the like identify none. */
const SAYS_NOTHING = new Set(
  `co anti acid and or mg ml with allergy allergic allergies to sodium potassium beta inflammatory vitamin vitamins
   sulfate sulphate carbonate bicarbonate chloride citrate hydroxide phosphate acetate gluconate maleate fumarate
   hydrochloride hydrobromide besilate tartrate succinate mesylate nitrate oral salts human complex extract local
   tablet tablets capsule capsules syrup drops cream ointment injection suspension solution spray inhaler nebule
   drug drugs medicine medicines`.split(/\s+/),
);
const isTelling = (word: string): boolean =>
  word.length > 2 && !SAYS_NOTHING.has(word) && /^\p{L}+$/u.test(word);

/** A name with everything it is also known by, or holds. */
type KnownName = {
  words: ReadonlySet<string>;
  usual: readonly string[];
  held: readonly string[];
  classes: readonly AllergyClass[];
  /** Classes that are named as such, or by a member. */
  named: readonly AllergyClass[];
};

const typedOf = ({ name, genericName, brandName }: MedicineName): string =>
  [genericName, name, brandName]
    .flatMap((text) => [text ?? "", genericOfBrand(text ?? "") ?? ""])
    .join(" | ");

/** Names that were read, for they are asked about again with each key. */
const READ = new Map<string, KnownName>();
const MOST_READ = 500;

function knownName(typed: string): KnownName {
  const known = READ.get(typed);
  if (known) return known;
  if (READ.size >= MOST_READ) READ.clear();
  const read = readName(typed);
  READ.set(typed, read);
  return read;
}

function readName(typed: string): KnownName {
  const phrases = asPhrases(typed);
  const usual = usualNames(phrases);
  const all = asPhrases([phrases, ...usual].join(" | "));
  const held = heldBy(all);
  const hasOne = (of: readonly string[]) => of.some((phrase) => hasPhrase(all, phrase));
  const classes = ALLERGY_CLASSES.filter(({ members }) => hasOne(members));
  return {
    words: new Set(all.split(" ").filter(isTelling)),
    usual,
    held,
    classes,
    named: ALLERGY_CLASSES.filter((each) => classes.includes(each) || hasOne(each.also)),
  };
}

const GENERIC_WORDS = new Set(genericNames.flatMap(lettersOf).filter(isTelling));

/** Whether this check knows a name: of a medicine, of a class, or one of their synonyms. */
export function isKnownName(typed: string): boolean {
  const { words, usual, named } = knownName(typedOf({ name: typed }));
  return usual.length > 0 || named.length > 0 || [...words].some((word) => GENERIC_WORDS.has(word));
}

/** Whether a text names anything at all beside amounts and forms. */
export const namesAnything = (typed: string): boolean => lettersOf(typed).some(isTelling);

const NONE =
  /^(?:nka|nkda|nkfa|none|nil|no|wala|negative|n\/a|no known (?:drug |food |medicine )*allerg(?:y|ies))(?:\s+known)?\.?$/i;

export type AllergyMatch = {
  /** As recorded: "penicillin". */
  allergy: string;
  /** "Amoxicillin is a penicillin", or "Amoxicillin is recorded as an allergy". */
  sentence: string;
};

/** Splits recorded allergies; empty for "No known allergies". */
export function allergiesIn(recorded: string): string[] {
  return recorded
    .split(/[,;\n/&+•]|\band\b/i)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "" && !NONE.test(part));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A medicine's own words, those of what a known brand is, and its other names. */
export const wordsOfMedicine = (medicine: MedicineName): ReadonlySet<string> =>
  knownName(typedOf(medicine)).words;

/**
 * What a medicine has to do with allergies, by name and by class. An empty list means that nothing was found by this
 * list, not that it is safe.
 */
export function matchesOf(allergies: readonly string[], medicine: MedicineName): AllergyMatch[] {
  const own = knownName(typedOf(medicine));
  const called = capital((medicine.genericName || medicine.name || medicine.brandName || "").trim());
  if (called === "") return [];
  return allergies.flatMap((allergy) => {
    const sentence = sentenceOf(called, own, knownName(typedOf({ name: allergy })), allergy);
    return sentence === null ? [] : [{ allergy, sentence }];
  });
}

function sentenceOf(called: string, own: KnownName, against: KnownName, allergy: string): string | null {
  const isSame =
    [...against.words].some((word) => own.words.has(word)) ||
    against.usual.some((usual) => own.usual.includes(usual));
  if (isSame) return `${called} is recorded as an allergy`;
  if (against.usual.some((usual) => own.held.includes(usual))) return `${called} can contain ${allergy}`;
  if (own.usual.some((usual) => against.held.includes(usual))) return `${allergy} can contain ${called}`;
  const shared = against.named.find((each) => own.classes.includes(each));
  if (shared) return `${called} is ${shared.one}`;
  for (const pair of CROSS_REACTIONS)
    for (const [mine, theirs] of [pair, pair.toReversed()]) {
      const one = own.classes.find(({ many }) => many === mine)?.one;
      if (one && against.named.some(({ many }) => many === theirs))
        return `${called} is ${one} and may cross-react with ${theirs}`;
    }
  return null;
}
