import { capitalized } from "#shared/formats/capitalized.ts";
import { formatDay } from "#shared/formats/dates.ts";
import {
  type AllergyMatch,
  allergiesIn,
  areForms,
  isKnownName,
  matchesOf,
  namesAnything,
  wordsOfMedicine,
} from "#shared/prescription/allergy-classes.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";
import { SALTS } from "#shared/prescription/salts.ts";
import { isSameMedicine } from "#shared/prescription/same-medicine.ts";

/** The patient's data when a medicine is prescribed. */
export type KnownOfPatient = {
  /** Null if neither allergies nor their absence are recorded. */
  allergies: readonly { substance: string; isFreeText: boolean }[] | null;
  medicinesNow: readonly {
    generic: string;
    source: string;
    dose?: string | null;
    since?: string | null;
    /** Another prescriber. */
    by?: string;
  }[];
  /** Not taken any more, with the reason. */
  stopped?: readonly { generic: string; until: string | null; stopReason: string | null }[];
  /** What is not known here, as text. */
  missing?: readonly string[];
};

export type PrescribingCheck = {
  /** Null if no allergies are recorded, so none were checked. */
  matches: AllergyMatch[] | null;
  /**
   * The same generic name twice on this prescription, or once more than from elsewhere, as sentences. Not what the same
   * prescriber gave before: that is a refill or a change, which the medicine itself tells.
   */
  twice: string[];
  /** Medicines that were stopped and not begun again, as sentences: "Enalapril was stopped on Nov 10, 2026: cough". */
  stopped: string[];
  /** Allergies and medicines with names that this check does not know. */
  notChecked: string[];
};

/** Words in the names of many medicines, which do not make them the same. */
const SHARED = new Set([
  ...SALTS,
  ...`vitamin vitamins insulin calcium magnesium aluminum aluminium ferrous ferric iron zinc silver oral salts human acid
   folic complex extract`.split(/\s+/),
]);

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

/** Whether both contain the same generic, by its name or a brand's, or an isomer of it. */
const sharesGeneric = (one: MedicineName, other: MedicineName): boolean =>
  hasGenericOf(one, other) || areForms(one, other);

function hasGenericOf(one: MedicineName, other: MedicineName): boolean {
  const words = wordsOfMedicine(other);
  const telling = [...wordsOfMedicine(one)].filter((word) => !SHARED.has(word));
  if (telling.length > 0) return telling.some((word) => words.has(word));
  return nameOf(one).toLowerCase() === nameOf(other).toLowerCase();
}

/** The single allergies; only free text is split. */
export const allergyNames = (allergies: NonNullable<KnownOfPatient["allergies"]>): string[] =>
  allergies.flatMap(({ substance, isFreeText }) => (isFreeText ? allergiesIn(substance) : [substance]));

/**
 * Checks a prescription against the recorded allergies and current medicines. It knows names and a few classes, is no
 * interaction check, and reports what it does not know.
 */
export function checkPrescribing(
  medicines: readonly MedicineName[],
  { allergies, medicinesNow, stopped = [], missing = [] }: KnownOfPatient,
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
    stopped: onceEach(stoppedBefore(typed, medicinesNow, stopped), (sentence) => sentence),
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
  medicines.flatMap((medicine, index) =>
    medicines
      .slice(index + 1)
      .filter((later) => sharesGeneric(medicine, later))
      .map((later) =>
        hasGenericOf(medicine, later)
          ? `${capitalized(nameOf(later))} is on this prescription twice`
          : `${capitalized(nameOf(medicine))} and ${nameOf(later)} are forms of one medicine`,
      ),
  );

const stoppedBefore = (
  medicines: readonly MedicineName[],
  medicinesNow: KnownOfPatient["medicinesNow"],
  stopped: NonNullable<KnownOfPatient["stopped"]>,
): string[] =>
  stopped
    .filter(({ generic }) => !medicinesNow.some((taken) => isSameMedicine(taken.generic, generic)))
    .filter(({ generic }) => medicines.some((medicine) => sharesGeneric(medicine, named(generic))))
    .map(({ generic, until, stopReason }) =>
      [
        `${capitalized(generic)} was stopped${until ? ` on ${formatDay(until)}` : ""}`,
        stopReason?.replace(/\.$/, ""),
      ]
        .filter(Boolean)
        .join(": "),
    );

const takenNow = (
  medicines: readonly MedicineName[],
  medicinesNow: KnownOfPatient["medicinesNow"],
): string[] =>
  medicines.flatMap((medicine) =>
    medicinesNow
      .filter(({ generic }) => sharesGeneric(medicine, named(generic)))
      .filter(
        ({ generic, source, by }) =>
          source !== "prescription" || by !== undefined || !isSameMedicine(generic, nameOf(medicine)),
      )
      .map(({ generic, source, by }) => {
        const name = capitalized(nameOf(medicine));
        const from = by
          ? `prescribed by ${by}`
          : source === "prescription"
            ? "prescribed before"
            : "from elsewhere";
        return generic.toLowerCase() === nameOf(medicine).toLowerCase()
          ? `${name} is taken now, ${from}`
          : `${name}: ${generic} is taken now, ${from}`;
      }),
  );
