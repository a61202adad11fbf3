import type { ClinicScope } from "#server/database/db.ts";
import { survivorByNumber } from "#server/database/merged-patients.ts";
import type { PatientSelection } from "./patient-filter.ts";

/** A search for a merged record's number finds its survivor. */
export async function withLeadingNumber(
  clinic: ClinicScope,
  selection: PatientSelection,
): Promise<PatientSelection> {
  const typed = selection.search?.trim();
  // Number columns have at most 50 characters.
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
