import type { Medication, Prescription } from "#features/prescriptions/contract.ts";
import type { PlannedMedicine } from "#shared/clinical/plan-line.ts";
import type { PlannedRequest } from "#shared/clinical/planned-tests.ts";
import { fold } from "#shared/formats/names.ts";

/** What the prescription after a consultation begins with. */
export type PrescriptionBeginning = Pick<
  Prescription,
  "medications" | "diagnosis" | "additionalInstructions"
>;

/** What is written after a consultation, as its plan says. */
export type PlannedPapers = {
  prescription: PrescriptionBeginning | null;
  requests: readonly PlannedRequest[];
};

export type PlannedRow = {
  medication: Medication;
  /** Where it stands in the plan; null for one that is repeated. */
  at: { start: number; end: number } | null;
  /** Its strength on the last prescription, where it was another one. */
  was: string | null;
};

const namesOf = ({ name, genericName }: Medication) => [name, genericName ?? name].map(fold);
/** Written in capitals on prescriptions. */
const SHORT = /^(od|bid|tid|qid|qd|hs|prn)$/i;
const compact = (text: string | null) => fold(text ?? "").replaceAll(" ", "");

/**
 * The medicines of the plan, each with what the last prescription says of it beside, and the others of that one where
 * they are repeated. One that is in both stands once, as the plan has it.
 */
export function plannedRows(
  planned: readonly PlannedMedicine[],
  last: Prescription | null,
  isRepeated: boolean,
): PlannedRow[] {
  const earlier = last?.medications ?? [];
  const rows = planned.map(
    ({ name, strength, form, dosage, frequency, duration, start, end }): PlannedRow => {
      const before = earlier.find((medication) => namesOf(medication).includes(fold(name)));
      const medication: Medication = {
        name: before?.name ?? name,
        genericName: before?.genericName ?? null,
        brandName: before?.brandName ?? null,
        strength,
        form: form || (before?.form ?? null),
        quantity: null,
        dosage: dosage || (before?.dosage ?? ""),
        frequency: SHORT.test(frequency) ? frequency.toUpperCase() : frequency,
        duration: duration || (before?.duration ?? ""),
        instructions: before?.instructions ?? null,
      };
      const isOther = before?.strength && compact(before.strength) !== compact(strength);
      return { medication, at: { start, end }, was: isOther ? before.strength : null };
    },
  );
  if (!isRepeated) return rows;
  const isPlanned = (medication: Medication) =>
    rows.some((row) => row.at && namesOf(medication).includes(fold(row.medication.name)));
  const repeated = earlier.filter((medication) => !isPlanned(medication));
  return [...repeated.map((medication) => ({ medication, at: null, was: null })), ...rows];
}

/** "losartan 100 mg, 1 tab, OD, 30 days". */
export const medicineWords = ({ name, strength, form, dosage, frequency, duration }: Medication): string =>
  [[name, strength, form].filter(Boolean).join(" "), dosage, frequency, duration].filter(Boolean).join(", ");
