import { sql } from "kysely";
import type { PatientChanges } from "#features/patients/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireDay } from "#server/require-day.ts";
import { invalidField } from "#shared/errors.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import type { DayField } from "#shared/formats/day-bounds.ts";
import { parsePhone } from "#shared/formats/phone.ts";

/** Refuses impossible dates; formats a phone number as E.164 when it is valid, and leaves others as typed. */
export function checkedFields<Fields extends PatientChanges>(fields: Fields, now: Date): Fields {
  const { birthday, dateOfAdmission, admissionStatus = "Admitted", contactNumber } = fields;
  const today = manilaDay(now);
  if (birthday) requireDay("birthday", birthday, "birthday", { today });
  // With another status the date is cleared.
  if (dateOfAdmission && admissionStatus === "Admitted")
    requireDay("admission", dateOfAdmission, "dateOfAdmission", { today, birthday });
  if (!contactNumber) return fields;
  return { ...fields, contactNumber: parsePhone(contactNumber) ?? contactNumber };
}

/** @throws Failure at the field `name` for a Manila day that the record of this patient does not accept */
export async function requireDayOf(
  clinic: ClinicScope,
  patientId: number,
  now: Date,
  { field, day, name }: { field: DayField; day: string; name: string },
): Promise<void> {
  const patient = await clinic.db
    .selectFrom("patients")
    .select("birthday")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .executeTakeFirst();
  requireDay(field, day, name, { today: manilaDay(now), birthday: patient?.birthday });
}

/** The days of a patient's records that a birthday cannot be after, each with its name in a sentence. */
const recordedDays = (clinic: ClinicScope, id: number) => sql<{ what: string; day: string }>`
  select what, min(day)::text as day from (
    select 'consultation or vital signs' as what, min(created_at at time zone 'Asia/Manila')::date as day
      from consultations where clinic_id = ${clinic.id} and patient_id = ${id} and vitals_in_error_at is null
    union all select 'result', min(collected_at at time zone 'Asia/Manila')::date
      from results where clinic_id = ${clinic.id} and patient_id = ${id} and result_state <> 'entered_in_error'
    union all select 'vaccine', min(date) from immunizations
      where clinic_id = ${clinic.id} and patient_id = ${id} and state = 'given'
    union all select 'prescription', min(prescription_date) from prescriptions
      where clinic_id = ${clinic.id} and patient_id = ${id} and withdrawn_at is null
    union all select 'admission', min(admitted_at) from admissions
      where clinic_id = ${clinic.id} and patient_id = ${id}
    union all select 'certificate or request', min(day) from clinic_papers
      where clinic_id = ${clinic.id} and patient_id = ${id} and withdrawn_at is null
    union all select 'bill', min(day) from bills
      where clinic_id = ${clinic.id} and patient_id = ${id} and voided_at is null
  ) days where day is not null group by what order by 2`;

/** @throws Failure when something is recorded of a day before this birthday */
export async function requireBornBefore(clinic: ClinicScope, id: number, birthday: string): Promise<void> {
  const { rows } = await recordedDays(clinic, id).execute(clinic.db);
  const [first] = rows;
  if (first && first.day < birthday)
    throw invalidField(
      "birthday",
      `There is a ${first.what} of ${formatDay(first.day)}, before this birthday. Correct that first.`,
    );
}
