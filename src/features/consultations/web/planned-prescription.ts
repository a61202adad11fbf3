import type { Medication, MedicineInUse, Prescription } from "#features/prescriptions/contract.ts";
import type { PlannedMedicine } from "#shared/clinical/plan-line.ts";
import type { PlannedRequest } from "#shared/clinical/planned-tests.ts";
import { changedFrom, entryFor, isSameStrength } from "#shared/prescription/compared-medicine.ts";

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
  /** Against the last prescription: what it was there, or null if the same. Missing where it is not on it. */
  was?: string | null;
};

/** Written in capitals on prescriptions. */
const SHORT = /^(od|bid|tid|qid|qd|hs|prn)$/i;

const ONE_PIECE = /^(?:1|one)\s*(?:tab|cap|sachet|neb)/i;

/** Two tablets of 50 mg are not two of 100 mg: the SIG is that of another strength only where it is one piece. */
const dosageAgain = (before: Medication, strength: string): string =>
  isSameStrength(before, { name: before.name, strength }) || ONE_PIECE.test(before.dosage)
    ? before.dosage
    : "";

/** One piece, of a form that is swallowed whole. */
const onePiece = (form: string) => (/^tab/i.test(form) ? "1 tab" : /^cap/i.test(form) ? "1 cap" : "");

/**
 * The medicines of the plan, and the others of the last prescription if they are repeated. What the plan leaves open, the
 * SIG above all, is as on the last prescription, else as the clinic prescribes that strength. A medicine in both is
 * listed once, as in the plan.
 */
export function plannedRows(
  planned: readonly PlannedMedicine[],
  last: Prescription | null,
  isRepeated: boolean,
  inUse: readonly MedicineInUse[] = [],
): PlannedRow[] {
  const earlier = last?.medications ?? [];
  const rows = planned.map(
    ({ name, strength, form, dosage, frequency, duration, start, end }): PlannedRow => {
      const before = entryFor({ name }, earlier);
      const usual = inUse.find(
        (medicine) => isSameStrength(medicine, { name, strength }) && entryFor({ name }, [medicine]),
      );
      const formOfIt = form || before?.form || usual?.form || "";
      const medication: Medication = {
        name: before?.name ?? name,
        genericName: before?.genericName ?? null,
        brandName: before?.brandName ?? null,
        strength,
        form: formOfIt || null,
        quantity: null,
        dosage:
          dosage ||
          (before ? dosageAgain(before, strength) || usual?.dosage : usual?.dosage || onePiece(formOfIt)) ||
          "",
        frequency: SHORT.test(frequency) ? frequency.toUpperCase() : frequency,
        duration: duration || before?.duration || usual?.duration || "",
        instructions: before?.instructions ?? null,
      };
      return { medication, at: { start, end }, ...(before && { was: changedFrom(medication, before) }) };
    },
  );
  if (!isRepeated) return rows;
  const repeated = earlier.filter(
    (medication) => !rows.some((row) => entryFor(row.medication, [medication])),
  );
  return [...repeated.map((medication) => ({ medication, at: null, was: null })), ...rows];
}

/** "losartan 100 mg, 1 tab, OD, 30 days". */
export const medicineWords = ({ name, strength, form, dosage, frequency, duration }: Medication): string =>
  [[name, strength, form].filter(Boolean).join(" "), dosage, frequency, duration].filter(Boolean).join(", ");
