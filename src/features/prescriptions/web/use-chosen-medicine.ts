import { useState } from "react";
import { fold } from "#shared/formats/name-search.ts";
import { isSameMedicine } from "#shared/prescription/same-medicine.ts";
import type { MedicineChoice } from "./medicine-choices.ts";
import { blankMedicine, type PrescriptionForm, type TypedMedicine } from "./prescription-form.ts";

const described = ["brandName", "strength", "form"] as const;
const directions = ["dosage", "frequency", "duration"] as const;
const taken = [...directions, "quantity", "instructions"] as const;
/** Of one medicine, and wrong under the name of another. */
const details = [...described, ...taken] as const;
type Detail = (typeof details)[number];

/**
 * Chooses a medicine for a row. Directions that were typed before the name stay; what came with another medicine, by an
 * earlier choice or an earlier prescription, goes. `left`: what still is of that one after another name was typed.
 */
export function useChosenMedicine(
  { setValue, getValues }: Pick<PrescriptionForm, "setValue" | "getValues">,
  index: number,
  medicine: TypedMedicine,
): { choose: (choice: MedicineChoice) => void; left: { of: string; details: readonly Detail[] } | null } {
  // The row was filled in before it is shown, or is empty. A copy: the form changes its own object.
  const [owner, setOwner] = useState(medicine.name.trim() ? { ...medicine } : null);
  const choose = (choice: MedicineChoice) => {
    const isOther = owner !== null && !isSameMedicine(owner.name, choice.name);
    const next: TypedMedicine = { ...blankMedicine, ...(isOther ? {} : owner), name: choice.name };
    const set = (name: "name" | Detail, value: string) =>
      setValue(`medications.${index}.${name}`, value, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
    const fill = (name: Detail, value: string) => {
      next[name] = value;
      set(name, value);
    };
    set("name", choice.name);
    for (const name of described) fill(name, choice[name] ?? "");
    for (const name of taken)
      if (isOther && isOf(owner, name, getValues(`medications.${index}`))) fill(name, "");
    for (const name of directions) {
      const value = choice[name];
      if (value && !getValues(`medications.${index}.${name}`)) fill(name, value);
    }
    setOwner(next);
  };
  const isAnother =
    owner !== null &&
    !fold(owner.name).startsWith(fold(medicine.name)) &&
    !isSameMedicine(owner.name, medicine.name);
  const still = isAnother ? details.filter((name) => isOf(owner, name, medicine)) : [];
  return { choose, left: owner && still.length > 0 ? { of: owner.name, details: still } : null };
}

const isOf = (owner: TypedMedicine, name: Detail, row: TypedMedicine): boolean =>
  Boolean(row[name]?.trim()) && row[name] === owner[name];
