import {
  type AllergyMatch,
  allergiesIn,
  isKnownName,
  matchesOf,
  namesAnything,
  wordsOfMedicine,
} from "#shared/prescription/allergy-classes.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";

/** What is known of the patient when a medicine is prescribed. */
export type KnownOfPatient = {
  /** Null: neither allergies nor that there are none. */
  allergies: readonly { substance: string; isFreeText: boolean }[] | null;
  medicinesNow: readonly { generic: string; source: string }[];
  /** What is not known here, in words. */
  missing?: readonly string[];
};

export type PrescribingCheck = {
  /** Null when no allergies are recorded: then none were checked. */
  matches: AllergyMatch[] | null;
  /** The same generic name twice, as sentences. */
  twice: string[];
  /** What this check cannot say anything about: an allergy or a medicine by a name that it does not know. */
  notChecked: string[];
};

/** In the names of many medicines: they make none the same as another. */
const SHARED = new Set(
  `vitamin vitamins insulin calcium magnesium aluminum aluminium ferrous ferric iron zinc silver oral salts hydroxide carbonate
   bicarbonate chloride citrate sulfate phosphate acetate gluconate maleate fumarate hydrochloride besilate human acid
   folic complex extract`.split(/\s+/),
);

const nameOf = ({ genericName, name, brandName }: MedicineName) =>
  (genericName || name || brandName || "").trim();
const named = (text: string): MedicineName => ({ name: text, genericName: "", brandName: "" });

/** The parts of a name that the check does not know; the whole name where it knows none. */
function unknownIn(name: string, parts: readonly string[]): string[] {
  const telling = parts.filter(namesAnything);
  const unknown = telling.filter((part) => !isKnownName(part));
  if (unknown.length > 0 && unknown.length < telling.length) return unknown;
  return isKnownName(name) ? [] : [name];
}

/** Of a medicine the ingredients; its brand stands for all of them. */
const unknownInMedicine = (medicine: MedicineName): string[] =>
  medicine.brandName && isKnownName(medicine.brandName)
    ? []
    : unknownIn(
        nameOf(medicine),
        nameOf(medicine)
          .split(/[+/&,]|\band\b|\bwith\b/i)
          .map((part) => part.trim()),
      );

/** Whether both hold the same generic: by its name, or by a brand's. */
function sharesGeneric(one: MedicineName, other: MedicineName): boolean {
  const words = wordsOfMedicine(other);
  const telling = [...wordsOfMedicine(one)].filter((word) => !SHARED.has(word));
  if (telling.length > 0) return telling.some((word) => words.has(word));
  return nameOf(one).toLowerCase() === nameOf(other).toLowerCase();
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The allergies one by one; only free text is taken apart. */
export const allergyNames = (allergies: NonNullable<KnownOfPatient["allergies"]>): string[] =>
  allergies.flatMap(({ substance, isFreeText }) => (isFreeText ? allergiesIn(substance) : [substance]));

/**
 * What the recorded allergies and the medicines taken now have to say to a prescription. It knows names and a few
 * classes: it is no check of interactions, and what it does not know it says.
 */
export function checkPrescribing(
  medicines: readonly MedicineName[],
  { allergies, medicinesNow, missing = [] }: KnownOfPatient,
): PrescribingCheck {
  const typed = medicines.filter((medicine) => nameOf(medicine) !== "");
  const substances = allergies && allergyNames(allergies);
  const matches = substances && typed.flatMap((medicine) => matchesOf(substances, medicine));
  const matched = new Set(matches?.map(({ allergy }) => allergy));
  const unknownAllergies = (substances ?? []).flatMap((substance) => {
    const unknown = unknownIn(substance, allergiesIn(substance));
    return matched.has(substance) ? unknown.filter((part) => part !== substance) : unknown;
  });
  return {
    matches: matches && onceEach(matches, ({ sentence }) => sentence),
    twice: [...new Set([...twiceWithin(typed), ...takenNow(typed, medicinesNow)])],
    notChecked: [
      ...new Set([
        ...(typed.length > 0 ? unknownAllergies : []),
        ...typed.flatMap(unknownInMedicine),
        ...(typed.length > 0 ? missing : []),
      ]),
    ],
  };
}

function onceEach<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

const twiceWithin = (medicines: readonly MedicineName[]): string[] =>
  medicines.flatMap((medicine, place) =>
    medicines
      .slice(place + 1)
      .filter((later) => sharesGeneric(medicine, later))
      .map((later) => `${capital(nameOf(later))} is on this prescription twice`),
  );

const takenNow = (
  medicines: readonly MedicineName[],
  medicinesNow: KnownOfPatient["medicinesNow"],
): string[] =>
  medicines.flatMap((medicine) =>
    medicinesNow
      .filter(({ generic }) => sharesGeneric(medicine, named(generic)))
      .map(({ generic, source }) => {
        const name = capital(nameOf(medicine));
        const from = source === "prescription" ? "prescribed before" : "from elsewhere";
        return generic.toLowerCase() === nameOf(medicine).toLowerCase()
          ? `${name} is taken now, ${from}`
          : `${name}: ${generic} is taken now, ${from}`;
      }),
  );
