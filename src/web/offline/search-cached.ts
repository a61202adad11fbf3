import type { PatientListItem } from "#features/patients/contract.ts";
import { birthdaysMeant } from "#shared/formats/dates.ts";
import { fold, searchWords } from "#shared/formats/names.ts";

/** The search text of an address without other filters; null with filters or a further page. */
export function searchIn(address: string): string | null {
  const asked = new URLSearchParams(address.split("?")[1] ?? "");
  const search = asked.get("search");
  const isPlain = [...asked.keys()].every((name) => ["search", "limit", "sort"].includes(name));
  return isPlain ? search : null;
}

/**
 * Of these patients the ones in whose name, admission number or phone every word is found, or who have the birthday,
 * each once, by name.
 */
export function foundAmong(patients: readonly PatientListItem[], search: string): PatientListItem[] {
  const words = searchWords(search);
  const born = birthdaysMeant(search);
  const isFound = ({ patientName, admissionNo, contactNumber, birthday }: PatientListItem) => {
    if (born && birthday && born.from <= birthday && birthday <= born.to) return true;
    const text = fold([patientName, admissionNo, contactNumber ?? ""].join(" "));
    return words.every((word) => text.includes(word));
  };
  const once = new Map(patients.filter(isFound).map((patient) => [patient.id, patient]));
  return [...once.values()].sort((one, other) => one.patientName.localeCompare(other.patientName));
}
