import type { MedicineInUse } from "#features/prescriptions/contract.ts";
import { lettersOf } from "#shared/prescription/brands.ts";
import { genericNames } from "#shared/prescription/generic-names.ts";

/** A suggestion: one of the clinic's own medicines with its directions, or a generic name alone. */
export type MedicineChoice = Pick<MedicineInUse, "name"> & Partial<Omit<MedicineInUse, "name" | "used">>;

/** Rows under the field. */
const MOST = 8;
/** Characters from which medicines are suggested. */
const FEWEST_LETTERS = 2;
/** Characters of the typed text that are used. */
const LONGEST = 60;

/** Each typed word must begin a word of the name: "para caf" finds paracetamol + caffeine. */
const fits = (own: readonly string[], typed: readonly string[]): boolean =>
  typed.every((word) => own.some((each) => each.startsWith(word)));

/** The clinic's own by use, then generic names; prefix matches first. */
export function medicinesFor(typed: string, inUse: readonly MedicineInUse[]): MedicineChoice[] {
  const words = lettersOf(typed.slice(0, LONGEST));
  const [first = ""] = words;
  if (words.join("").length < FEWEST_LETTERS) return [];
  const beginsFirst = (choices: MedicineChoice[]) => {
    const begins = ({ name }: MedicineChoice) => lettersOf(name)[0]?.startsWith(first) ?? false;
    return [...choices.filter(begins), ...choices.filter((choice) => !begins(choice))];
  };
  const own = inUse.filter(({ name, brandName }) => fits(lettersOf(`${name} ${brandName}`), words));
  const known = new Set(own.map(({ name }) => name.toLowerCase()));
  const generic = genericNames.filter((name) => !known.has(name) && fits(lettersOf(name), words));
  return [...beginsFirst(own), ...beginsFirst(generic.map((name) => ({ name })))].slice(0, MOST);
}

/** "500 mg tablet, 1 tab, TID, 7 days" */
export const detailOf = ({
  brandName,
  strength,
  form,
  dosage,
  frequency,
  duration,
}: MedicineChoice): string =>
  [
    [brandName && `(${brandName})`, strength, form].filter(Boolean).join(" "),
    [dosage, frequency, duration].filter(Boolean).join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
