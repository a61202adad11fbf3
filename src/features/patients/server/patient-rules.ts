import { FUTURE_ADMISSION, type PatientChanges } from "#features/patients/contract.ts";
import { invalidField } from "#shared/errors.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { parsePhone } from "#shared/formats/phone.ts";

const EARLIEST_DAY = "1900-01-01";

/** Refuses impossible dates; formats a phone number as E.164 when it is valid, and leaves others as typed. */
export function checkedFields<Fields extends PatientChanges>(fields: Fields, now: Date): Fields {
  const { birthday, dateOfAdmission, admissionStatus = "Admitted", contactNumber } = fields;
  const today = manilaDay(now);
  if (birthday) {
    if (birthday > today) throw invalidField("birthday", "The birthday cannot be in the future");
    if (birthday < EARLIEST_DAY) throw invalidField("birthday", "Enter a birthday from 1900 on");
  }
  if (dateOfAdmission && dateOfAdmission < EARLIEST_DAY)
    throw invalidField("dateOfAdmission", "Enter a date of admission from 1900 on");
  // With another status the date is cleared.
  if (dateOfAdmission && dateOfAdmission > today && admissionStatus === "Admitted")
    throw invalidField("dateOfAdmission", FUTURE_ADMISSION);
  if (!contactNumber) return fields;
  return { ...fields, contactNumber: parsePhone(contactNumber) ?? contactNumber };
}

/** Refuses a Manila day before the patient's birth, at its field. */
export function requireSinceBirth(birthday: string | null, day: string, field: string): void {
  if (birthday && day < birthday)
    throw invalidField(field, `Enter a date from the birthday on, ${formatDay(birthday)}`);
}
