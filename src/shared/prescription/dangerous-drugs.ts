import { genericOfBrand, lettersOf } from "#shared/prescription/brands.ts";
import type { MedicineName } from "#shared/prescription/generic-first.ts";

/**
 * Dangerous drugs that doctors prescribe: the 1961 and 1971 UN schedules as RA 9165 takes them up, and what the
 * Dangerous Drugs Board added (ketamine 2005, nalbuphine 2010). Made by hand and on the careful side; tramadol and
 * pseudoephedrine are not among them.
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

export type DangerousDrugProblem = {
  drug: string;
  /** Without an S2 number the drug is refused; with one it belongs on the yellow form. */
  code: "needs_s2_licence" | "needs_yellow_form";
  message: string;
};

/** Why a medicine may not print on an ordinary sheet, or null when it is no dangerous drug. */
export function dangerousDrugProblem(
  medicine: MedicineName,
  s2: string | null | undefined,
): DangerousDrugProblem | null {
  const drug = dangerousDrugIn(medicine);
  if (!drug) return null;
  if (!s2?.trim()) {
    return {
      drug,
      code: "needs_s2_licence",
      message: `${capital(drug)} is a dangerous drug (RA 9165). Enter your S2 number, or remove the medicine.`,
    };
  }
  return {
    drug,
    code: "needs_yellow_form",
    message: `${capital(drug)} is a dangerous drug (RA 9165). Use the DOH yellow form: one such drug a form, quantity in words, no refill.`,
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

function words(count: number): string {
  if (count < 20) return SMALL[count] ?? "";
  if (count < 100) return `${TENS[Math.floor(count / 10)]}${count % 10 ? `-${words(count % 10)}` : ""}`;
  const [size, name] = count < 1000 ? [100, "hundred"] : [1000, "thousand"];
  const rest = count % size;
  return `${words(Math.floor(count / size))} ${name}${rest ? ` ${words(rest)}` : ""}`;
}

/** "twenty-one (21)", as the yellow form asks. Throws a RangeError outside whole numbers from 1 to 9999. */
export function quantityInWords(count: number): string {
  if (!Number.isInteger(count) || count < 1 || count > 9999) throw new RangeError(`Not a quantity: ${count}`);
  return `${words(count)} (${count})`;
}
