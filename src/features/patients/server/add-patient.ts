import type { Patient, PatientDraft } from "#features/patients/contract.ts";
import type { Clinic } from "#server/db.ts";
import { manilaDay } from "#shared/dates.ts";
import { Failure } from "#shared/errors.ts";
import { counterUpTo, countIn, nextFreeNumber } from "./admission-numbers.ts";
import { asPatient, patientColumns } from "./patient-columns.ts";
import { checkedFields, refuseUnknownFiles } from "./patient-rules.ts";

/** Registers a patient and moves the day's counter, in one statement. A used number is 409 with a free one. */
export async function insertPatient(clinic: Clinic, draft: PatientDraft, now: Date): Promise<Patient> {
  const { customFields, ...fields } = checkedFields(draft, now);
  refuseUnknownFiles(fields, {});
  const at = now.toISOString();
  const today = manilaDay(now);
  const isAdmitted = fields.admissionStatus === "Admitted";
  const row = await clinic.db
    .with("counter", () => counterUpTo(clinic, today, countIn(draft.admissionNo, today) ?? 0))
    .insertInto("patients")
    .values({
      ...withoutUndefined(fields),
      ...(!isAdmitted && { roomNumber: null, dateOfAdmission: null }),
      ...(customFields && { customFields: JSON.stringify(customFields) }),
      admissionNo: fields.admissionNo,
      hospital: fields.hospital,
      patientName: fields.patientName,
      sex: fields.sex,
      clinicId: clinic.id,
      registeredById: clinic.userId,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.columns(["clinicId", "admissionNo"]).doNothing())
    .returning(patientColumns)
    .executeTakeFirst();
  if (!row) throw await numberTaken(clinic, now);
  return asPatient(row, today);
}

/** The failure of a number that another patient of the clinic has, with the next free one. */
export async function numberTaken(clinic: Clinic, now: Date): Promise<Failure> {
  const message = "Admission number already used";
  return new Failure("taken", message, {
    fields: { admissionNo: message },
    suggestion: await nextFreeNumber(clinic, now),
  });
}

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
