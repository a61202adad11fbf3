import { capitalized } from "#shared/formats/capitalized.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { genericOfBrand, lettersOf } from "#shared/prescription/brands.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";
import { type Directions, daysGiven } from "#shared/prescription/quantity.ts";
import { countInWords, typedQuantity } from "#shared/prescription/typed-quantity.ts";

/**
 * Dangerous drugs that doctors prescribe: the 1961 and 1971 UN schedules as adopted by RA 9165, and additions of
 * the Dangerous Drugs Board (ketamine 2005, nalbuphine 2010). Hand-made and cautious; tramadol and pseudoephedrine are
 * not included.
 */
const DANGEROUS_DRUGS = new Set(
  Object.values({
    opioids: `alfentanil buprenorphine butorphanol codeine dihydrocodeine dextropropoxyphene fentanyl hydrocodone
      hydromorphone levorphanol meperidine methadone morphine nalbuphine opium oxycodone oxymorphone pentazocine
      pethidine propoxyphene remifentanil sufentanil tapentadol`,
    hypnotics: `alprazolam bromazepam brotizolam chlordiazepoxide clobazam clonazepam clorazepate diazepam estazolam
      flunitrazepam flurazepam lorazepam lormetazepam medazepam meprobamate midazolam nitrazepam oxazepam prazepam
      temazepam tetrazepam triazolam zolpidem`,
    barbiturates: `amobarbital barbital butalbital pentobarbital phenobarbital phenobarbitone secobarbital`,
    stimulants: `amphetamine dexamphetamine dextroamphetamine dexmethylphenidate diethylpropion lisdexamfetamine mazindol
      methamphetamine methylphenidate phentermine`,
    others: `cannabidiol cocaine dronabinol esketamine ketamine nabilone`,
  }).flatMap((names) => names.split(/\s+/)),
);

/** The dangerous drug a medicine is or contains, by its generic name ("diazepam"), or null. */
export function dangerousDrugIn(medicine: MedicineName): string | null {
  const named = [medicine.genericName, medicine.name, medicine.brandName].map((text) => text ?? "");
  const known = named.map((text) => genericOfBrand(text) ?? "");
  return [...named, ...known].flatMap(lettersOf).find((word) => DANGEROUS_DRUGS.has(word)) ?? null;
}

type DangerousDrugProblem = {
  drug: string;
  code: "needs_s2_licence" | "s2_licence_ended" | "stands_alone" | "needs_yellow_form" | "needs_quantity";
  /** True for what could never be printed; others may be printed on another paper, or are incomplete. */
  stopsSaving: boolean;
  message: string;
};

/** What the rules for dangerous drugs depend on besides the drug. */
type DrugPaper = {
  s2: string | null | undefined;
  /** The last day of that license, if it is over. */
  s2EndedOn?: string | null | undefined;
  /** Is it the only medicine of its prescription? */
  isAlone: boolean;
  /** Whether ordinary paper in triplicate may replace the yellow form on that day. */
  isTriplicateAllowed: boolean;
};

/** Why a medicine may not be printed, or null if it may or is no dangerous drug. */
export function dangerousDrugProblem(
  medicine: MedicineName & { quantity?: string | null | undefined },
  { s2, s2EndedOn, isAlone, isTriplicateAllowed }: DrugPaper,
): DangerousDrugProblem | null {
  const drug = dangerousDrugIn(medicine);
  if (!drug) return null;
  const is = `${capitalized(drug)} is a dangerous drug (RA 9165).`;
  if (!s2?.trim()) {
    const message = `${is} Enter your S2 number, or remove the medicine.`;
    return { drug, code: "needs_s2_licence", stopsSaving: true, message };
  }
  if (s2EndedOn) {
    const message = `${is} The S2 license ended on ${formatLongDay(s2EndedOn)}. Enter the new one, or remove the medicine.`;
    return { drug, code: "s2_licence_ended", stopsSaving: true, message };
  }
  if (!isAlone) {
    const message = `${is} It must be on its own prescription. Write it separately.`;
    return { drug, code: "stands_alone", stopsSaving: true, message };
  }
  const quantity = wordedQuantity(medicine.quantity);
  if (!isTriplicateAllowed) {
    const message = `${is} Use the DOH yellow form: one such drug a form, quantity ${
      quantity ?? "in words"
    }, no refill.`;
    return { drug, code: "needs_yellow_form", stopsSaving: false, message };
  }
  if (quantity) return null;
  const message = `${is} Enter its quantity as a number: it is printed in words.`;
  return { drug, code: "needs_quantity", stopsSaving: false, message };
}

/** The clinic's own dated permission, for a prescription of that day that was written on another (both YYYY-MM-DD). */
export const isTriplicateAllowed = (
  until: string | null,
  { prescriptionDate, writtenOn }: { prescriptionDate: string; writtenOn: string },
): boolean => until !== null && prescriptionDate <= until && writtenOn <= until;

/** For whom each of the three sheets is. */
export const TRIPLICATE = ["Pharmacy's copy", "Patient's copy", "Doctor's copy"] as const;

const MOST_DAYS = 30;

/** A prescription covers 30 days, with exceptions such as epilepsy: only a warning, never a refusal. */
export function supplyWarning(medicine: MedicineName & Directions): string | null {
  if (!dangerousDrugIn(medicine)) return null;
  return (daysGiven(medicine) ?? 0) > MOST_DAYS
    ? `a prescription of a dangerous drug covers ${MOST_DAYS} days, but for the exceptions`
    : null;
}

/** "#21 tablets" as "twenty-one (21) tablets"; null if it is not one whole number from 1 to 9999. */
export function wordedQuantity(typed: string | null | undefined): string | null {
  const { count = 0, unit = null } = typedQuantity(typed) ?? {};
  if (!Number.isInteger(count) || count < 1 || count > 9999) return null;
  return `${quantityInWords(count)}${unit ? ` ${unit}` : ""}`;
}

/** "twenty-one (21)", as the yellow form requires. Throws a RangeError outside whole numbers from 1 to 9999. */
export function quantityInWords(count: number): string {
  if (!Number.isInteger(count) || count < 1 || count > 9999) throw new RangeError(`Not a quantity: ${count}`);
  return `${countInWords(count)} (${count})`;
}
