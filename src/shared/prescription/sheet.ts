import { type AgeSource, ageLabel } from "#shared/clinical/age.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { printable } from "#shared/formats/printable.ts";
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

type Maybe = string | null | undefined;

export type PrescribedMedicine = MedicineName & {
  /** The SIG. */
  dosage: string;
  frequency: string;
  duration: string;
  /** "60" prints as #60, "1 bottle" unchanged. */
  quantity?: Maybe;
  instructions?: Maybe;
};

export type SheetInput = {
  clinic: { name: string; address?: Maybe; phone?: Maybe };
  patient: AgeSource & { name: string; sex?: Maybe; address?: Maybe };
  /** The day it was written, YYYY-MM-DD; the age is that of this day. */
  date: string;
  medications: readonly PrescribedMedicine[];
  /** Printed when given. A pharmacy does not need it. */
  diagnosis?: Maybe;
  additionalInstructions?: Maybe;
  physician: { name: string; license: string; specialization?: Maybe; ptr?: Maybe; s2?: Maybe };
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
export type Sheet = {
  clinic: { name: string; address: string; phone: string };
  patient: { name: string; ageAndSex: string; address: string };
  /** "November 20, 2026". */
  date: string;
  lines: SheetLine[];
  diagnosis: string | null;
  additionalInstructions: string | null;
  physician: { name: string /** Specialization, licence, PTR, S2, each as it prints. */; lines: string[] };
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

/** The fixed words of the page. */
export const SHEET_LABELS = {
  patient: "Patient",
  ageAndSex: "Age / Sex",
  address: "Address",
  date: "Date",
  diagnosis: "Diagnosis",
  additionalInstructions: "Additional instructions",
  nextVisit: "Follow-up date",
} as const;

/** From this many medicines on the layout is denser, so that six fit on a page. */
export const DENSE_FROM_LINES = 5;

/** Printed where the law requires a value that was not entered, since a blank could be overlooked. */
export const NOT_GIVEN = "not given";

const text = (value: Maybe) =>
  printable(value ?? "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();

const oneLine = (value: Maybe) => text(value).replaceAll("\n", " ");

const orNull = (value: string) => value || null;

function quantityText(typed: Maybe): string {
  const quantity = safeDose(oneLine(typed)).replace(/^#\s*/, "");
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
    instructions: orNull(safeDose(text(medicine.instructions), { isProse: true })),
  };
}

function physicianLines({ license, specialization, ptr, s2 }: SheetInput["physician"]): string[] {
  const lines = [
    oneLine(specialization),
    `PRC License No. ${oneLine(license) || NOT_GIVEN}`,
    `PTR No. ${oneLine(ptr) || NOT_GIVEN}`,
  ];
  if (oneLine(s2)) lines.push(`S2 No. ${oneLine(s2)}`);
  return lines.filter(Boolean);
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
    oneLine(patient.address) ? null : "No patient address. Seniors need it for their discount.",
    ageLabel(patient, date) ? null : "No patient age.",
    oneLine(patient.sex) ? null : "No patient sex.",
    oneLine(clinic.address) ? null : "No clinic address. Add it in Settings.",
    oneLine(clinic.phone) ? null : "No clinic phone. Add it in Settings.",
    ptrWarning(oneLine(physician.ptr), date),
  ];
  for (const medicine of medications) {
    const { generic, warning } = medicineLine(medicine);
    const missing = [
      oneLine(medicine.quantity) ? null : "quantity",
      oneLine(medicine.strength) || /\d/.test(generic) ? null : "strength",
      oneLine(medicine.form) || hasForm(generic) ? null : "form",
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
    oneLine(physician.name) ? null : "Physician name is required",
    oneLine(physician.license) ? null : "License number is required",
    substitutionProblem([
      additionalInstructions,
      diagnosis,
      ...medications.flatMap((medicine) => Object.values(medicine)),
    ]),
  ];
  for (const medicine of medications) {
    problems.push(
      oneLine(medicine.name) || oneLine(medicine.genericName) ? null : "Medication name is required",
      oneLine(medicine.dosage) ? null : "SIG is required",
      oneLine(medicine.frequency) ? null : "Frequency is required",
      oneLine(medicine.duration) ? null : "Duration is required",
      medicineLine(medicine).problem,
      dangerousDrugProblem(medicine, drugPaper)?.message ?? null,
    );
  }
  return [...new Set(problems.filter((problem) => problem !== null))];
}

/** One prescription as its printed page. It prints only while `problems` is empty. */
export function prescriptionSheet(input: SheetInput): Sheet {
  const { clinic, patient, physician, date, nextVisit, prescriptionId } = input;
  const address = oneLine(patient.address);
  return {
    clinic: {
      name: oneLine(clinic.name),
      address: oneLine(clinic.address),
      phone: formatPhone(oneLine(clinic.phone)),
    },
    patient: {
      name: oneLine(patient.name),
      ageAndSex: `${ageLabel(patient, date) || NOT_GIVEN} / ${oneLine(patient.sex) || NOT_GIVEN}`,
      address: address || NOT_GIVEN,
    },
    date: formatLongDay(date),
    lines: input.medications.map(lineOf),
    diagnosis: orNull(oneLine(input.diagnosis)),
    additionalInstructions: orNull(safeDose(text(input.additionalInstructions), { isProse: true })),
    physician: { name: oneLine(physician.name), lines: physicianLines(physician) },
    nextVisit: nextVisit ? formatLongDay(nextVisit) : null,
    reference: prescriptionId === null ? "Not saved yet" : `Prescription ID ${prescriptionId}`,
    copies: input.isTriplicateAllowed && input.medications.some(dangerousDrugIn) ? TRIPLICATE : [],
    warnings: warningsOf(input),
    problems: problemsOf(input),
  };
}
