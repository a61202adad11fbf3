import type { Medication, Prescription } from "#features/prescriptions/contract.ts";
import type { PlannedMedicine } from "#shared/clinical/plan-line.ts";
import type { PlannedRequest } from "#shared/clinical/planned-tests.ts";
import { fold } from "#shared/formats/name-search.ts";
import { sameDose } from "#shared/prescription/safe-doses.ts";

/** What the prescription after a consultation starts with. */
type PrescriptionBeginning = Pick<
  Prescription,
  "medications" | "diagnosis" | "additionalInstructions" | "isConfidential"
>;

/** From the consultation's plan. */
export type PlannedPapers = {
  prescription: PrescriptionBeginning | null;
  requests: readonly PlannedRequest[];
  /** As the consultation is. */
  isConfidential: boolean;
};

export type PlannedRow = {
  medication: Medication;
  /** Its position in the plan; null for a repeated one. */
  at: { start: number; end: number } | null;
  /** Its strength on the last prescription, where that differs. */
  was: string | null;
};

const namesOf = ({ name, genericName }: Medication) => [name, genericName ?? name].map(fold);
/** Written in capitals on prescriptions. */
const SHORT = /^(od|bid|tid|qid|qd|hs|prn)$/i;

const ONE_PIECE = /^(?:1|one)\s*(?:tab|cap|sachet|neb)/i;

/** Two tablets of 50 mg are not two of 100 mg: the SIG is that of another strength only where it is one piece. */
const dosageAgain = (before: Medication | undefined, strength: string): string =>
  before && (sameDose(before.strength) === sameDose(strength) || ONE_PIECE.test(before.dosage))
    ? before.dosage
    : "";

/**
 * The medicines of the plan, each with the last prescription's entry for it, and the others of that prescription if
 * they are repeated. A medicine in both is listed once, as in the plan.
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
        dosage: dosage || dosageAgain(before, strength),
        frequency: SHORT.test(frequency) ? frequency.toUpperCase() : frequency,
        duration: duration || (before?.duration ?? ""),
        instructions: before?.instructions ?? null,
      };
      const isOther = before?.strength && sameDose(before.strength) !== sameDose(strength);
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
