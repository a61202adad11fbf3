import type { PatientListItem } from "#features/patients/contract.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { fold } from "#shared/formats/name-search.ts";

/** A new patient as typed into one box: "Bañez, Corazon 67 F". */
export type TypedPatient = { name: string; age: string; sex: "M" | "F" | undefined };

const nameAgeSex = /^(\D*\p{L}\D*?)[\s,]+(\d{1,3})\s*(?:y\/?o\b)?[\s,/]*([mf])?$/iu;

/** The age, and the sex after it, at the end; everything else is the name. */
export function typedPatient(text: string): TypedPatient {
  const [, name, age, sex] = nameAgeSex.exec(text.trim()) ?? [];
  if (name === undefined || age === undefined) return { name: text.trim(), age: "", sex: undefined };
  return { name: name.trim(), age, sex: (sex && (sex.toUpperCase() as "M" | "F")) || undefined };
}

type Known = Pick<PatientListItem, "patientName" | "birthday" | "age" | "sex">;

/** Whether name, age and sex are those of a registered patient. A name alone may be a namesake's. */
export const isExactly = (known: Known, { name, age, sex }: TypedPatient, today: string): boolean =>
  age !== "" &&
  sex === known.sex &&
  yearsAt(known, today) === Number(age) &&
  fold(name) === fold(known.patientName);
