import type { ClinicScope } from "#server/database/db.ts";
import { survivorByNumber } from "#server/database/merged-patients.ts";
import type { PatientSelection } from "./patient-filter.ts";

/** A search for the number of a record that was merged is one for the number of the record that stayed. */
export async function withLeadingNumber(
  clinic: ClinicScope,
  selection: PatientSelection,
): Promise<PatientSelection> {
  const typed = selection.search?.trim();
  // Columns of numbers have 50 letters.
  if (!typed || typed.length > 50 || !/\d/.test(typed)) return selection;
  const id = await survivorByNumber(clinic, typed);
  if (id === null) return selection;
  const stayed = await clinic.db
    .selectFrom("patients")
    .select("admissionNo")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();
  return stayed ? { ...selection, search: stayed.admissionNo } : selection;
}
