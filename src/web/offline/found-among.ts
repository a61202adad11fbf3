import type { PatientListItem } from "#features/patients/contract.ts";
import { birthdaysMeant } from "#shared/formats/dates.ts";
import { nameKey, namesMeant } from "#shared/formats/name-parts.ts";
import { fold, nameVariant, otherWord, searchWords } from "#shared/formats/name-search.ts";
import { phoneSpellings } from "#shared/formats/phone-search.ts";

/**
 * The patients whose name, admission number or phone contains every word, or who have the birthday, each once, in the
 * server's order: number, name, surname, first name, part of a surname, others; those of equal rank by name.
 */
export function foundAmong(patients: readonly PatientListItem[], search: string): PatientListItem[] {
  const words = searchWords(search);
  const born = birthdaysMeant(search);
  const isBorn = (birthday: string | null) =>
    born !== null && birthday !== null && born.from <= birthday && birthday <= born.to;
  const isFound = ({ patientName, admissionNo, contactNumber, birthday }: PatientListItem) => {
    if (isBorn(birthday)) return true;
    const text = fold([patientName, admissionNo, ...phoneSpellings(contactNumber ?? "")].join(" "));
    const variant = nameVariant(patientName);
    return words.every((word) => text.includes(word) || variant.includes(word));
  };
  const once = new Map(patients.filter(isFound).map((patient) => [patient.id, patient]));
  return [...once.values()]
    .map((patient) => ({ patient, key: nameKey(patient.patientName), rank: rankOf(patient) }))
    .sort((one, other) => one.rank - other.rank || one.key.localeCompare(other.key))
    .map(({ patient }) => patient);

  function rankOf({ patientName, admissionNo, birthday }: PatientListItem): number {
    const [surname = "", given = ""] = nameKey(patientName).split(" ");
    if (fold(admissionNo) === words.join("")) return 0;
    const isNamed = [...namesMeant(words), ...namesMeant(words.map(otherWord))].some(
      (meant) => surname.startsWith(meant.surname) && given.startsWith(meant.given),
    );
    if (isNamed || isBorn(birthday)) return 1;
    if (words.some((word) => surname.startsWith(word))) return 2;
    if (words.some((word) => given.startsWith(word))) return 3;
    return words.some((word) => surname.includes(word)) ? 4 : 5;
  }
}
