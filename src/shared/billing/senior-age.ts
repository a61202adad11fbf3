import { type AgeSource, ageInWords, yearsAt } from "#shared/clinical/age.ts";
import { SENIOR_FROM } from "#shared/clinical/visit-states.ts";
import { formatDay } from "#shared/formats/dates.ts";
import type { DiscountKind } from "./bill-sums.ts";

/**
 * Why a patient cannot have a discount on that day; null if nothing is known against it. The age is named only to
 * those who may see the patient's record.
 */
export function discountRefusal(
  kind: DiscountKind | null,
  patient: AgeSource,
  day: string,
  { mayKnowAge = true } = {},
): string | null {
  const years = yearsAt(patient, day);
  if (kind !== "senior" || years === null || years >= SENIOR_FROM) return null;
  const age = mayKnowAge ? ageInWords(patient, day) : "younger";
  return `The senior discount is for patients aged ${SENIOR_FROM} and older; this patient is ${age}. Choose PWD or another discount, or correct the ${patient.birthday ? "birthday" : "age"}.`;
}

/** Why the discount of a bill does not fit what is known of its patient now, after a correction; null if it does. */
export function discountDoubt(
  { discountKind, day }: { discountKind: DiscountKind | null; day: string },
  patient: AgeSource,
): string | null {
  if (discountRefusal(discountKind, patient, day) === null) return null;
  return `The senior discount is for patients aged ${SENIOR_FROM} and older; as known now, this patient was ${ageInWords(patient, day)} on ${formatDay(day)}. Void this bill and make it again, or correct the ${patient.birthday ? "birthday" : "age"}.`;
}
