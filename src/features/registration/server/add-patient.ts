import { typeAppointment } from "#features/appointments/server/type-appointment.ts";
import { insertConsultation } from "#features/consultations/server/insert-consultation.ts";
import { consultationFromVitals } from "#features/consultations/server/new-consultations.ts";
import { attachFiles, sendsFiles } from "#features/files/server/attach-files.ts";
import type { Patient, PatientDraft, Registration } from "#features/patients/contract.ts";
import {
  counterUpTo,
  countIn,
  holdersOf,
  nextFreeNumber,
  takeTurnForNumber,
} from "#features/patients/server/admission-numbers.ts";
import { valuesOfNewPatient } from "#features/patients/server/custom-values.ts";
import { asPatient, patientColumns } from "#features/patients/server/patient-columns.ts";
import { checkedFields } from "#features/patients/server/patient-rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireDay } from "#server/require-day.ts";
import { hasVitalSigns } from "#shared/clinical/vital-signs.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

/**
 * Registers a patient with the files that were uploaded for it and the first vital signs. A used number is 409 with a
 * free one.
 */
export function insertPatient(clinic: ClinicScope, registration: Registration, now: Date): Promise<Patient> {
  const { vitalSigns, checkDuplicates: _, ...draft } = registration;
  if (draft.appointmentTime) {
    const today = manilaDay(now);
    requireDay("appointment", manilaDay(new Date(draft.appointmentTime)), "appointmentTime", { today });
  }
  const measured = vitalSigns && hasVitalSigns(vitalSigns) ? vitalSigns : null;
  return clinic.transaction(async (joined) => {
    const patient = await insertRow(joined, draft, now);
    if (draft.appointmentTime) await typeAppointment(joined, patient.id, draft.appointmentTime, now);
    if (sendsFiles(draft)) await attachFiles(joined, patient.id, { sent: draft, stored: {}, now });
    if (measured) {
      const entry = consultationFromVitals({ vitalSigns: measured, chiefComplaint: draft.chiefComplaint });
      await insertConsultation(joined, patient.id, entry, { now });
    }
    return patient;
  });
}

/** Inserts the patient and advances the day's counter, in the caller's transaction. */
async function insertRow(clinic: ClinicScope, draft: PatientDraft, now: Date): Promise<Patient> {
  const { customFields: sentValues, ...fields } = checkedFields(draft, now);
  await takeTurnForNumber(clinic, now);
  await requireFreeNumber(clinic, fields.admissionNo, { of: null, now });
  const customFields = await valuesOfNewPatient(clinic, sentValues);
  const at = now.toISOString();
  const today = manilaDay(now);
  const { admissionStatus, dateOfAdmission, dateOfDischarge, roomNumber } = fields;
  const isAdmitted = admissionStatus === "Admitted";
  const counted = counterUpTo(clinic, today, countIn(draft.admissionNo, today) ?? 0);
  const inserted = clinic.db
    .insertInto("patients")
    .values({
      ...withoutUndefined(fields),
      roomNumber: isAdmitted ? roomNumber : null,
      dateOfAdmission: isAdmitted ? (dateOfAdmission ?? today) : null,
      dateOfDischarge: admissionStatus === "Discharged" ? (dateOfDischarge ?? today) : null,
      customFields: JSON.stringify(customFields),
      admissionNo: fields.admissionNo,
      hospital: fields.hospital,
      patientName: fields.patientName,
      sex: fields.sex,
      clinicId: clinic.id,
      registeredById: clinic.userId,
      ...((fields.preopDiagnosis || fields.postopDiagnosis) && { ownDiagnosedAt: at }),
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.columns(["clinicId", "admissionNo"]).doNothing())
    .returning(patientColumns);
  const [, row] = await Promise.all([counted.execute(), inserted.executeTakeFirst()]);
  if (!row) throw await numberTaken(clinic, now);
  return asPatient(row, today);
}

/**
 * @throws Failure for a number that another patient has, or a merged one had, if only written otherwise; `of`: the
 * patient who is to have it, whose stored number may stay
 */
export async function requireFreeNumber(
  clinic: ClinicScope,
  number: string,
  { of, now }: { of: number | null; now: Date },
): Promise<void> {
  const rows = await holdersOf(clinic, [number]);
  const isOwn = rows.some((row) => row.id === of && row.admissionNo === number);
  if (!isOwn && rows.some((row) => row.id !== of)) throw await numberTaken(clinic, now);
}

/** The failure of a number that another patient of the clinic has, with the next free one. */
export async function numberTaken(clinic: ClinicScope, now: Date): Promise<Failure> {
  const message = "Admission number already used";
  return new Failure("taken", message, {
    fields: { admissionNo: message },
    suggestion: await nextFreeNumber(clinic, now),
  });
}
