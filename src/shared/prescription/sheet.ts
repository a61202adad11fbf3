import { ageLabel } from "#shared/clinical/age.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import {
  dangerousDrugIn,
  dangerousDrugProblem,
  supplyWarning,
  TRIPLICATE,
  wordedQuantity,
} from "#shared/prescription/dangerous-drugs.ts";
import { type MedicineName, medicineLine, substitutionProblem } from "#shared/prescription/generic-first.ts";
import { safeDose } from "#shared/prescription/safe-doses.ts";
import { plainSig } from "#shared/prescription/sig.ts";
import {
  HEAD_LABELS,
  type HeadInput,
  type Maybe,
  NOT_GIVEN,
  type SheetHead,
  type Signature,
  type Signer,
  sheetHead,
  sheetLine,
  sheetText,
  signatureOf,
} from "#shared/sheet-content.ts";

export type PrescribedMedicine = MedicineName & {
  /** The SIG. */
  dosage: string;
  frequency: string;
  duration: string;
  /** "60" prints as #60, "1 bottle" unchanged. */
  quantity?: Maybe;
  instructions?: Maybe;
};

export type SheetInput = HeadInput & {
  /** The day it was written, YYYY-MM-DD; the age is that of this day. */
  date: string;
  medications: readonly PrescribedMedicine[];
  /** Printed when given. A pharmacy does not need it. */
  diagnosis?: Maybe;
  additionalInstructions?: Maybe;
  physician: Signer;
  /** YYYY-MM-DD. */
  nextVisit?: Maybe;
  /** Null until it is saved. */
  prescriptionId: number | null;
  /** Whether a dangerous drug may be printed on ordinary paper in triplicate; false by default. */
  isTriplicateAllowed?: boolean;
};

export type SheetLine = {
  number: number;
  /** "furosemide 20 mg tablet", printed bold. */
  generic: string;
  /** "(Lasix)". */
  brand: string | null;
  /** "#30"; for a dangerous drug "twenty-one (21)". */
  quantity: string;
  sig: string;
  /** "NO REFILL", for a dangerous drug. */
  refill: string | null;
  instructions: string | null;
};

/** The printed page as data, which both the PDF and the preview draw. */
export type Sheet = SheetHead & {
  lines: SheetLine[];
  diagnosis: string | null;
  additionalInstructions: string | null;
  physician: Signature;
  nextVisit: string | null;
  /** "Prescription ID 1842". */
  reference: string;
  /** For whom each copy is, if it prints more than once. */
  copies: readonly string[];
  /** Messages about missing or odd values; the page can still be printed. */
  warnings: string[];
  /** Messages about what prevents printing. */
  problems: string[];
};

export const SHEET_LABELS = {
  ...HEAD_LABELS,
  diagnosis: "Diagnosis",
  additionalInstructions: "Additional instructions",
  nextVisit: "Follow-up date",
} as const;

/** From this many medicines on the layout is denser, so that six fit on a page. */
export const DENSE_FROM_LINES = 5;

const orNull = (value: string) => value || null;

function quantityText(typed: Maybe): string {
  const quantity = safeDose(sheetLine(typed)).replace(/^#\s*/, "");
  if (!quantity) return `# ${NOT_GIVEN}`;
  return /^\d/.test(quantity) && !/[a-z]/i.test(quantity) ? `#${quantity}` : quantity;
}

function lineOf(medicine: PrescribedMedicine, index: number): SheetLine {
  const { generic, brand } = medicineLine(medicine);
  const isDangerous = dangerousDrugIn(medicine) !== null;
  return {
    number: index + 1,
    generic,
    brand,
    quantity: (isDangerous && wordedQuantity(medicine.quantity)) || quantityText(medicine.quantity),
    sig: plainSig(medicine).text,
    refill: isDangerous ? "NO REFILL" : null,
    instructions: orNull(safeDose(sheetText(medicine.instructions), { isProse: true })),
  };
}

/** A PTR is paid each January; a past year in it causes a warning. */
function ptrWarning(ptr: string, date: string): string | null {
  if (!ptr) return "No PTR number. Pharmacies may ask for it.";
  const years = ptr.match(/\b20\d{2}\b/g);
  if (!years || years.some((year) => year >= date.slice(0, 4))) return null;
  return `This PTR is from ${years.at(-1)}. PTRs are renewed every January.`;
}

function warningsOf({ clinic, patient, date, medications, physician }: SheetInput): string[] {
  const warnings: (string | null)[] = [
    sheetLine(patient.address) ? null : "No patient address. Seniors need it for their discount.",
    ageLabel(patient, date) ? null : "No patient age.",
    sheetLine(patient.sex) ? null : "No patient sex.",
    sheetLine(clinic.address) ? null : "No clinic address. Add it in Settings.",
    sheetLine(clinic.phone) ? null : "No clinic phone. Add it in Settings.",
    ptrWarning(sheetLine(physician.ptr), date),
  ];
  for (const medicine of medications) {
    const { generic, warning } = medicineLine(medicine);
    const missing = [
      sheetLine(medicine.quantity) ? null : "quantity",
      sheetLine(medicine.strength) || /\d/.test(generic) ? null : "strength",
      sheetLine(medicine.form) || hasForm(generic) ? null : "form",
    ].filter((name) => name !== null);
    if (missing.length > 0) warnings.push(`${generic}: no ${missing.join(", no ")}.`);
    for (const sentence of [warning, ...plainSig(medicine).warnings, supplyWarning(medicine)]) {
      if (sentence) warnings.push(`${generic}: ${sentence}.`);
    }
  }
  return warnings.filter((warning) => warning !== null);
}

const hasForm = (generic: string) =>
  /\b(?:tab(?:let)?s?|cap(?:sule)?s?|syrup|suspension|drops?|cream|ointment|gel|solution|inhaler|nebules?|sachets?|suppositor(?:y|ies)|injection|ampules?|vials?|patch|lotion|powder|spray|mouthwash|granules|lozenges?)\b/i.test(
    generic,
  );

function problemsOf(input: SheetInput): string[] {
  const { medications, physician, additionalInstructions, diagnosis } = input;
  const drugPaper = {
    s2: physician.s2,
    isAlone: medications.length === 1,
    isTriplicateAllowed: input.isTriplicateAllowed ?? false,
  };
  const problems: (string | null)[] = [
    medications.length > 0 ? null : "At least one medication is required",
    sheetLine(physician.name) ? null : "Physician name is required",
    sheetLine(physician.license) ? null : "License number is required",
    substitutionProblem([
      additionalInstructions,
      diagnosis,
      ...medications.flatMap((medicine) => Object.values(medicine)),
    ]),
  ];
  for (const medicine of medications) {
    problems.push(
      sheetLine(medicine.name) || sheetLine(medicine.genericName) ? null : "Medication name is required",
      sheetLine(medicine.dosage) ? null : "SIG is required",
      sheetLine(medicine.frequency) ? null : "Frequency is required",
      sheetLine(medicine.duration) ? null : "Duration is required",
      medicineLine(medicine).problem,
      dangerousDrugProblem(medicine, drugPaper)?.message ?? null,
    );
  }
  return [...new Set(problems.filter((problem) => problem !== null))];
}

/** One prescription as its printed page. It prints only while `problems` is empty. */
export function prescriptionSheet(input: SheetInput): Sheet {
  const { nextVisit, prescriptionId } = input;
  return {
    ...sheetHead(input, input.date),
    lines: input.medications.map(lineOf),
    diagnosis: orNull(sheetLine(input.diagnosis)),
    additionalInstructions: orNull(safeDose(sheetText(input.additionalInstructions), { isProse: true })),
    physician: signatureOf(input.physician),
    nextVisit: nextVisit ? formatLongDay(nextVisit) : null,
    reference: prescriptionId === null ? "Not saved yet" : `Prescription ID ${prescriptionId}`,
    copies: input.isTriplicateAllowed && input.medications.some(dangerousDrugIn) ? TRIPLICATE : [],
    warnings: warningsOf(input),
    problems: problemsOf(input),
  };
}
