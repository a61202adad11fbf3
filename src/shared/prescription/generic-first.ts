import { fold } from "#shared/formats/name-search.ts";
import { printable } from "#shared/formats/printable.ts";
import { genericOfBrand, isKnownGeneric, lettersOf } from "#shared/prescription/brands.ts";
import {
  confusedSulfate,
  disagree,
  safeDose,
  sameDose,
  saysDetail,
} from "#shared/prescription/safe-doses.ts";

/**
 * How a medicine's name prints under the Generics Act (RA 6675; DOH AO 62 s. 1989): the generic name first and in
 * full, then strength and form, and a brand only after it, in parentheses. A prescription that breaks this may be
 * refused and reported by the pharmacy, so it cannot be printed here.
 */
export type MedicineName = {
  /** The one required field: the generic name, unless `genericName` is given. */
  name: string;
  genericName?: string | null | undefined;
  brandName?: string | null | undefined;
  strength?: string | null | undefined;
  form?: string | null | undefined;
};

type MedicineLine = {
  /** "sacubitril + valsartan 50 mg tablet". */
  generic: string;
  /** "(Entresto)". */
  brand: string | null;
  /** Why it must not be printed, as a message that says what to do. */
  problem: string | null;
  /** What to check again, as a message. */
  warning: string | null;
};

const clean = (text: string | null | undefined) =>
  printable(text ?? "")
    .replace(/\s+/g, " ")
    .trim();

const withoutBrackets = (text: string) =>
  text
    .replace(/[()[\]]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** "amoxicillin (Amoxil)" as its two names; "amoxicillin (as trihydrate)" and "(500 mg)" stay one. */
function splitTyped(name: string): { generic: string; brand: string } {
  const match = /^([^()]+?)\s*\(([^()]+)\)$/.exec(name);
  const inside = match?.[2] ?? "";
  if (!match || /^as\b|\d/i.test(inside)) return { generic: name, brand: "" };
  return { generic: match[1] ?? name, brand: inside };
}

/** The intended generic and brand names, whichever of the three fields contain them. */
function namesOf(medicine: MedicineName): { generic: string; brand: string } {
  const name = clean(medicine.name);
  const typedGeneric = clean(medicine.genericName);
  const typedBrand = withoutBrackets(clean(medicine.brandName));
  if (!typedGeneric) {
    const split = splitTyped(name);
    if (!typedBrand) return split;
    return fold(split.brand) === fold(typedBrand) ? split : { generic: name, brand: typedBrand };
  }
  const split = splitTyped(typedGeneric);
  const isOwnName = fold(name).includes(fold(split.generic)) || fold(split.generic).includes(fold(name));
  return {
    generic: split.generic,
    brand: typedBrand || split.brand || (isOwnName ? "" : withoutBrackets(name)),
  };
}

const startsWithBrand = (generic: string, brand: string) =>
  fold(brand) !== "" && fold(generic).startsWith(fold(brand)) && fold(brand) !== fold(generic);

function problemOf(generic: string, brand: string): string | null {
  if (!generic) return brand ? `Enter the generic name of ${brand}. ${ACT}` : null;
  const known = genericOfBrand(generic);
  if (known) return `${generic} is a brand name. Enter the generic name, ${known}. ${ACT}`;
  if (brand && fold(brand) === fold(generic)) {
    return genericOfBrand(brand) || lettersOf(generic).length === 0
      ? `Enter the generic name of ${brand}. ${ACT}`
      : `${brand} is entered as both generic name and brand. Enter the generic name, or leave the brand empty. ${ACT}`;
  }
  if (startsWithBrand(generic, brand) || (isKnownGeneric(brand) && !isKnownGeneric(generic)))
    return `Write the generic name before the brand, and the brand under Brand. ${ACT}`;
  return null;
}

const ACT = "The Generics Act (RA 6675) asks for it first.";

/** Every ingredient of a known brand must be named; names such as "co-amoxiclav" are left to the doctor. */
function mismatchOf(generic: string, brand: string): string | null {
  const known = brand ? genericOfBrand(brand) : null;
  if (!known || /^co-?\s?\w/i.test(generic)) return null;
  const words = new Set(lettersOf(generic));
  const isNamed = known.split(" + ").every((ingredient) => words.has(lettersOf(ingredient)[0] ?? ""));
  return isNamed ? null : `${brand} is ${known}, not ${generic}`;
}

/** "paracetamol 500" with "500 mg" is "paracetamol 500 mg". */
function withoutBareNumber(generic: string, strength: string): string {
  const [, name, number = ""] = /^(.*\D)\s([\d.,]+)$/.exec(generic) ?? [];
  return name && sameDose(strength).startsWith(sameDose(number)) && saysDetail(strength, number)
    ? name
    : generic;
}

const conflictOf = (generic: string, strength: string): string | null =>
  disagree(generic, strength) ? `the strength is ${strength}, and the name has another one` : null;

/** The printed name of one medicine, with its problem and warning. */
export function medicineLine(medicine: MedicineName): MedicineLine {
  const { generic, brand } = namesOf(medicine);
  let line = withoutBareNumber(safeDose(generic), clean(medicine.strength));
  for (const detail of [safeDose(clean(medicine.strength)), clean(medicine.form)]) {
    if (detail && !saysDetail(line, detail)) line = `${line} ${detail}`.trim();
  }
  return {
    generic: line,
    brand: brand && fold(brand) !== fold(generic) ? `(${brand})` : null,
    problem: problemOf(generic, brand) ?? confusedSulfate(generic),
    warning: mismatchOf(generic, brand) ?? conflictOf(generic, clean(medicine.strength)),
  };
}

/** "sacubitril + valsartan 50 mg tablet (Entresto)". */
export function medicineName(medicine: MedicineName): string {
  const { generic, brand } = medicineLine(medicine);
  return brand ? `${generic} ${brand}` : generic;
}

const NO_SUBSTITUTION =
  /\b(?:no|non|not|without|never)[\s-]+(?:(?:be|to|any|generic|for)[\s-]+)*substitut\w*|\bsubstitut\w*\s+(?:is\s+)?not\s+(?:allowed|permitted)|\bdon['’]?t\s+substitut\w*|\bdispense\s+as\s+written\b|\bDAW\b|\bbrand(?:ed)?(?:\s+name)?\s+only\b|\bonly\s+(?:the\s+)?brand(?:ed)?\b|\bno\s+generics?\b|\bbrand\s+(?:medically\s+)?necessary\b/i;

/**
 * Finds a ban on substitution in these texts. Returns the message that prevents printing, or null.
 * Generic substitution is the patient's right under RA 6675, and a sheet that forbids it is violative.
 */
export function substitutionProblem(texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const found = NO_SUBSTITUTION.exec(text ?? "");
    if (found)
      return `Remove “${found[0]}”. The Generics Act (RA 6675) does not allow a prescription to forbid generics.`;
  }
  return null;
}
