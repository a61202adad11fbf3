import { sql } from "kysely";
import type { PatientChanges } from "#features/patients/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { requireDay } from "#server/require-day.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
import { invalidField } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { DayField } from "#shared/formats/day-bounds.ts";
import { parsePhone } from "#shared/formats/phone.ts";

/** Refuses impossible dates; formats a phone number as E.164 when it is valid, and leaves others as typed. */
export function checkedFields<Fields extends PatientChanges>(fields: Fields, now: Date): Fields {
  const { birthday, dateOfAdmission, dateOfDischarge, admissionStatus, contactNumber } = fields;
  const today = manilaDay(now);
  if (birthday) requireDay("birthday", birthday, "birthday", { today });
  // With another status the date is cleared.
  if (dateOfAdmission && (admissionStatus ?? "Admitted") === "Admitted")
    requireDay("admission", dateOfAdmission, "dateOfAdmission", { today, birthday });
  if (dateOfDischarge && (admissionStatus ?? "Discharged") === "Discharged")
    requireDay("discharge", dateOfDischarge, "dateOfDischarge", { today, birthday });
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
  const patient = await selectPatient(clinic, patientId).select("birthday").executeTakeFirst();
  requireDay(field, day, name, { today: manilaDay(now), birthday: patient?.birthday });
}

/** The days of a patient's records that a birthday cannot be after, or as much of them as is known, each with its name in a sentence. */
const recordedDays = (clinic: ClinicScope, id: number) => sql<{ what: string; day: string }>`
  select what, day from (
    select 'consultation or vital signs' as what, min(created_at at time zone 'Asia/Manila')::date::text as day
      from consultations where clinic_id = ${clinic.id} and patient_id = ${id} and vitals_in_error_at is null
    union all select 'result', min(collected_at at time zone 'Asia/Manila')::date::text
      from results where clinic_id = ${clinic.id} and patient_id = ${id} and result_state <> 'entered_in_error'
    union all select 'vaccine', min(date)::text from immunizations
      where clinic_id = ${clinic.id} and patient_id = ${id} and state = 'given'
    union all select 'prescription', min(prescription_date)::text from prescriptions
      where clinic_id = ${clinic.id} and patient_id = ${id} and withdrawn_at is null
    union all select 'admission', min(admitted_at)::text from admissions
      where clinic_id = ${clinic.id} and patient_id = ${id}
    union all select 'certificate or request', min(day)::text from clinic_papers
      where clinic_id = ${clinic.id} and patient_id = ${id} and withdrawn_at is null
    union all select 'visit', min(day)::text from visits
      where clinic_id = ${clinic.id} and patient_id = ${id} and state not in ('booked', 'no_show', 'cancelled')
    union all select 'full history', min(created_at at time zone 'Asia/Manila')::date::text from consultation_records
      where clinic_id = ${clinic.id} and patient_id = ${id} and in_error_at is null
    union all select 'referral', min(date_referred at time zone 'Asia/Manila')::date::text from referrals
      where clinic_id = ${clinic.id} and patient_id = ${id} and side = 'sent' and status <> 'cancelled'
    union all select 'pregnancy', min(coalesce(lmp, due_on - 280))::text from pregnancies
      where clinic_id = ${clinic.id} and patient_id = ${id} and state <> 'entered_in_error'
    union all select 'problem', since from problems
      where clinic_id = ${clinic.id} and patient_id = ${id} and state <> 'entered_in_error'
    union all select 'medicine', since from medicines
      where clinic_id = ${clinic.id} and patient_id = ${id} and state <> 'entered_in_error'
    union all select 'bill', min(day)::text from bills
      where clinic_id = ${clinic.id} and patient_id = ${id} and voided_at is null
  ) days where day is not null order by day`;

/** Why a field cannot change, for users who may not read the record. */
export const unseenReason = (field: string): string =>
  `Something in the record does not allow this. Ask someone who may view it to change the ${field}.`;

/** @throws Failure when something is recorded of a day before this birthday */
export async function requireBornBefore(
  clinic: ClinicScope,
  id: number,
  birthday: string,
  maySee: boolean,
): Promise<void> {
  const { rows } = await recordedDays(clinic, id).execute(clinic.db);
  const first = rows.find(({ day }) => day < birthday.slice(0, day.length));
  if (first)
    throw invalidField(
      "birthday",
      maySee
        ? `There is ${first.what === "admission" ? "an" : "a"} ${first.what} of ${formatPartialDay(first.day)}, before this birthday. Correct that first.`
        : unseenReason("birthday"),
    );
}
