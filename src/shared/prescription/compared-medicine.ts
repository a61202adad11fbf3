import { sameDose } from "./safe-doses.ts";
import { substancesOf } from "./same-medicine.ts";

type Medicine = {
  name: string;
  genericName?: string | null | undefined;
  strength?: string | null | undefined;
  dosage?: string | null | undefined;
  frequency?: string | null | undefined;
};

const namesOf = ({ name, genericName }: Medicine) => [name, genericName || name].map(substancesOf);

/** The entry of the same generic on an earlier prescription, whichever of its names was written. */
export const entryFor = <Entry extends Medicine>(
  medicine: Medicine,
  earlier: readonly Entry[],
): Entry | undefined =>
  earlier.find((entry) => namesOf(entry).some((name) => name !== "" && namesOf(medicine).includes(name)));

/** The same strength, however it is written: "50mg" is "50 mg", "2.5 mg" is not "25 mg". */
export const isSameStrength = (one: Medicine, other: Medicine): boolean =>
  sameDose(one.strength) === sameDose(other.strength);

/**
 * What it was on the earlier prescription: the strength, or how it was taken; null where both are the same. How long it
 * is taken is no change.
 */
export function changedFrom(medicine: Medicine, before: Medicine): string | null {
  if (!isSameStrength(medicine, before)) return before.strength || "of another strength";
  const isTakenAlike = (["dosage", "frequency"] as const).every(
    (field) => sameDose(medicine[field]) === sameDose(before[field]),
  );
  return isTakenAlike ? null : [before.dosage, before.frequency].filter(Boolean).join(", ");
}
