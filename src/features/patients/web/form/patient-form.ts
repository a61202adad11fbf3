import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { CustomField } from "#features/clinics/contract.ts";
import { Age, type Patient, PatientDraft, sexes } from "#features/patients/contract.ts";
import { type FormField, fieldsWhere } from "#features/patients/patient-fields.ts";
import { WalkIn } from "#features/registration/contract.ts";
import { dayProblem } from "#shared/formats/day-bounds.ts";
import { optionalDay } from "#shared/formats/fields.ts";
import { dayToday } from "#web/clock.ts";
import { customFieldRules, keyedValues } from "./custom-field-values.ts";

export type PatientInput = z.input<typeof PatientDraft>;

/** The forms differ in their rules, not in their fields, so that they share their parts. */
export type PatientForm = UseFormReturn<PatientInput, unknown, PatientDraft>;

/** No sex is preset. */
const chosenSex = z.enum(sexes, { error: "Please select sex" });

/** The forms clear the date with any status but Admitted. */
const dateOfAdmission = z.optional(
  optionalDay.check(
    z.refine((day) => day === null || dayProblem("admission", day, { today: dayToday() }) === null, {
      error: ({ input }) => dayProblem("admission", String(input), { today: dayToday() }) ?? "",
    }),
  ),
);

/** The single form's rules: the record's own, and the clinic's for its custom fields. */
export const singleDraft = (fields: readonly CustomField[]) =>
  z.extend(PatientDraft, { sex: chosenSex, dateOfAdmission, customFields: customFieldRules(fields) });

/** A walk-in's: number and hospital are assigned by the server, and the complaint is also the visit's reason. */
export const walkInDraft = (fields: readonly CustomField[]) =>
  z.extend(PatientDraft, {
    admissionNo: z.string(),
    hospital: z.string(),
    sex: chosenSex,
    chiefComplaint: WalkIn.shape.reason,
    customFields: customFieldRules(fields),
  });

/** The wizard requires an age and a sex. A birthday determines the age. */
const WizardDraft = z.extend(PatientDraft, {
  age: z.optional(z.pipe(Age, z.nullable(z.int()).check(z.refine((age) => age !== null, "Age is required")))),
  sex: chosenSex,
  dateOfAdmission,
});
export const wizardDraft = (fields: readonly CustomField[]) =>
  z.extend(WizardDraft, { customFields: customFieldRules(fields) });

/** The edit form turns an age that is empty or not a number into 0, and shows 0 as empty. */
const EditDraft = z.extend(PatientDraft, {
  age: z.optional(
    z.pipe(
      z.transform((typed: string | number | null): string | number | null =>
        Number.isNaN(Number(typed)) ? 0 : Number(typed),
      ),
      Age,
    ),
  ),
  dateOfAdmission,
});

export const editDraft = (fields: readonly CustomField[], { customFields }: Patient) =>
  z.extend(EditDraft, { customFields: customFieldRules(fields, customFields) });

const inForms = fieldsWhere<FormField>(({ isDerived, inForms }) => !isDerived && inForms !== false);

type Values = Required<Pick<PatientInput, FormField>>;
const choices: readonly FormField[] = ["sex", "admissionStatus", "patientStatus"];

/** Initial values of both add forms, by the specification. The choices are set by each form, or by the server. */
export const blankPatient = {
  ...(Object.fromEntries(inForms.filter((name) => !choices.includes(name)).map((name) => [name, ""])) as Omit<
    Values,
    "sex" | "admissionStatus" | "patientStatus"
  >),
  paymentStatus: "Pending",
  phicPayment: "No",
} satisfies Partial<PatientInput>;

/** A stored patient as the edit form shows it: empty text for unknown values. */
export function valuesOf(
  patient: Patient,
  fields: readonly CustomField[],
): Values & Required<Pick<PatientInput, "customFields">> {
  const values = Object.fromEntries(inForms.map((name) => [name, patient[name] ?? ""])) as Values;
  return {
    ...values,
    age: patient.age ? String(patient.age) : "",
    ...(patient.admissionStatus !== "Admitted" && { roomNumber: "", dateOfAdmission: "" }),
    ...(patient.admissionStatus !== "Discharged" && { dateOfDischarge: "" }),
    customFields: keyedValues(fields, patient.customFields),
  };
}
