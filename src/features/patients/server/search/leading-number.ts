import type { ClinicScope } from "#server/database/db.ts";
import { survivorByNumber, survivorByPhone } from "#server/database/merged-patients.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import type { PatientSelection } from "./patient-filter.ts";

/** A search for a merged record's number, or for its phone where nobody has it now, finds its survivor. */
export async function withLeadingNumber(
  clinic: ClinicScope,
  selection: PatientSelection,
): Promise<PatientSelection> {
  const typed = selection.search?.trim();
  // Number columns have at most 50 characters.
  if (!typed || typed.length > 50 || !/\d/.test(typed)) return selection;
  const id = (await survivorByNumber(clinic, typed)) ?? (await survivorOfPhone(clinic, typed));
  if (id === null) return selection;
  const stayed = await selectPatient(clinic, id).select("admissionNo").executeTakeFirst();
  return stayed ? { ...selection, search: stayed.admissionNo } : selection;
}

async function survivorOfPhone(clinic: ClinicScope, typed: string): Promise<number | null> {
  if (typed.replace(/\D/g, "").length < 7) return null;
  const phone = parsePhone(typed) ?? typed;
  const current = await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("contactNumber", "=", phone)
    .executeTakeFirst();
  return current ? null : survivorByPhone(clinic, phone);
}
