import { type AgeSource, ageLabel } from "#shared/clinical/age.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { onPaper } from "#shared/formats/printable.ts";

export type Maybe = string | null | undefined;

/** Printed where a value is missing, since a blank could be overlooked. */
export const NOT_GIVEN = "not given";

/** The fixed words at the head of a page. */
export const HEAD_LABELS = {
  patient: "Patient",
  address: "Address",
  ageAndSex: "Age / Sex",
  date: "Date",
} as const;

/** A typed text as it is printed: without empty lines, and without blanks around its lines. */
export const sheetText = (typed: Maybe): string =>
  onPaper(typed ?? "")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();

export const sheetLine = (typed: Maybe): string => sheetText(typed).replaceAll("\n", " ");

export type HeadInput = {
  clinic: { name: string; address?: Maybe; phone?: Maybe };
  patient: AgeSource & { name: string; sex?: Maybe; address?: Maybe };
};

/** The clinic and the patient, as they are printed at the head of each page. */
export type SheetHead = {
  clinic: { name: string; address: string; phone: string };
  patient: { name: string; ageAndSex: string; address: string };
  /** "November 20, 2026". */
  date: string;
};

/** `day`: YYYY-MM-DD; the age is that of this day. */
export const sheetHead = ({ clinic, patient }: HeadInput, day: string): SheetHead => ({
  clinic: {
    name: sheetLine(clinic.name),
    address: sheetLine(clinic.address),
    phone: formatPhone(sheetLine(clinic.phone)),
  },
  patient: {
    name: sheetLine(patient.name),
    ageAndSex: `${ageLabel(patient, day) || NOT_GIVEN} / ${sheetLine(patient.sex) || NOT_GIVEN}`,
    address: sheetLine(patient.address) || NOT_GIVEN,
  },
  date: formatLongDay(day),
});

export type Signer = {
  /** With credentials. */
  name: string;
  specialization?: Maybe;
  license: Maybe;
  ptr?: Maybe;
  s2?: Maybe;
};

export type Signature = {
  name: string /** Specialization, license, PTR and S2, each as it prints. */;
  lines: string[];
};

export function signatureOf({ name, specialization, license, ptr, s2 }: Signer): Signature {
  const lines = [
    sheetLine(specialization),
    `PRC License No. ${sheetLine(license) || NOT_GIVEN}`,
    `PTR No. ${sheetLine(ptr) || NOT_GIVEN}`,
    sheetLine(s2) && `S2 No. ${sheetLine(s2)}`,
  ];
  return { name: sheetLine(name), lines: lines.filter(Boolean) };
}

/** "2614407, 2026": with its year, so that a PTR that was not renewed is noticed. */
export function ptrInYear(ptr: Maybe, year: number | null | undefined): string {
  const number = sheetLine(ptr);
  return number && year && !number.includes(String(year)) ? `${number}, ${year}` : number;
}
