import { capitalized } from "#shared/formats/capitalized.ts";
import {
  ALLERGY_CLASSES,
  type AllergyClass,
  CROSS_REACTIONS,
} from "#shared/prescription/allergy-class-list.ts";
import { genericOfBrand, lettersOf } from "#shared/prescription/brands.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";
import { genericNames } from "#shared/prescription/generic-names.ts";
import { asPhrases, formsIn, hasPhrase, heldBy, usualNames } from "#shared/prescription/medicine-synonyms.ts";
import { SALTS } from "#shared/prescription/salts.ts";

/** Words in the names of many medicines and allergies, such as salts and forms, that identify none of them. */
const IGNORED_WORDS = new Set([
  ...SALTS,
  ...`co anti acid and or mg ml with allergy allergic allergies to sodium potassium beta inflammatory vitamin vitamins
   oral salts human complex extract local
   tablet tablets capsule capsules syrup drops cream ointment injection suspension solution spray inhaler nebule
   drug drugs medicine medicines`.split(/\s+/),
]);
const isSignificant = (word: string): boolean =>
  word.length > 2 && !IGNORED_WORDS.has(word) && /^\p{L}+$/u.test(word);

/** A parsed name, with its synonyms and ingredients. */
type KnownName = {
  words: ReadonlySet<string>;
  usual: readonly string[];
  held: readonly string[];
  /** Medicines of which it is an isomer. */
  forms: readonly string[];
  classes: readonly AllergyClass[];
  /** Classes that the name states directly or through a member. */
  named: readonly AllergyClass[];
};

const typedOf = ({ name, genericName, brandName }: MedicineName): string =>
  [genericName, name, brandName]
    .flatMap((text) => [text ?? "", genericOfBrand(text ?? "") ?? ""])
    .join(" | ");

/** Parsed names: the same ones are looked up again on every keystroke. */
const PARSED = new Map<string, KnownName>();
const MAX_PARSED = 500;

function knownName(typed: string): KnownName {
  const known = PARSED.get(typed);
  if (known) return known;
  if (PARSED.size >= MAX_PARSED) PARSED.clear();
  const read = parseName(typed);
  PARSED.set(typed, read);
  return read;
}

function parseName(typed: string): KnownName {
  const phrases = asPhrases(typed);
  const usual = usualNames(phrases);
  const all = asPhrases([phrases, ...usual].join(" | "));
  const held = heldBy(all);
  const hasOne = (of: readonly string[]) => of.some((phrase) => hasPhrase(all, phrase));
  const classes = ALLERGY_CLASSES.filter(({ members }) => hasOne(members));
  return {
    words: new Set(all.split(" ").filter(isSignificant)),
    usual,
    held,
    forms: formsIn(all),
    classes,
    named: ALLERGY_CLASSES.filter((each) => classes.includes(each) || hasOne(each.also)),
  };
}

const GENERIC_WORDS = new Set(genericNames.flatMap(lettersOf).filter(isSignificant));

/** Whether the check knows a name: a medicine, a class or a synonym. */
export function isKnownName(typed: string): boolean {
  const { words, usual, named } = knownName(typedOf({ name: typed }));
  return usual.length > 0 || named.length > 0 || [...words].some((word) => GENERIC_WORDS.has(word));
}

/** Whether a text contains anything besides amounts and forms. */
export const namesAnything = (typed: string): boolean => lettersOf(typed).some(isSignificant);

const NONE =
  /^(?:nka|nkda|nkfa|none|nil|no|wala|negative|n\/a|no known (?:drug |food |medicine )*allerg(?:y|ies))(?:\s+known)?(?:\s*\((?:situation|finding|disorder)\))?\.?$/i;

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

/** The words of a medicine's name, of its brand's generic name, and of its synonyms. */
export const wordsOfMedicine = (medicine: MedicineName): ReadonlySet<string> =>
  knownName(typedOf(medicine)).words;

/** Whether one is an isomer of the other, or both are of a third: "esomeprazole" and "omeprazole". */
export const areForms = (one: MedicineName, other: MedicineName): boolean =>
  haveOneForm(knownName(typedOf(one)), knownName(typedOf(other)));

function haveOneForm(one: KnownName, other: KnownName): boolean {
  const all = (of: KnownName) => new Set([...of.words, ...of.forms]);
  const [mine, theirs] = [all(one), all(other)];
  return one.forms.some((form) => theirs.has(form)) || other.forms.some((form) => mine.has(form));
}

/**
 * The recorded allergies that concern a medicine, by name and by class. An empty list means that none was found, not
 * that the medicine is safe.
 */
export function matchesOf(allergies: readonly string[], medicine: MedicineName): AllergyMatch[] {
  const own = knownName(typedOf(medicine));
  const called = capitalized((medicine.genericName || medicine.name || medicine.brandName || "").trim());
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
  if (haveOneForm(own, against)) return `${called} and ${allergy} are forms of one medicine`;
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
