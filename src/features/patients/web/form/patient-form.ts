import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { CustomField } from "#features/clinics/contract.ts";
import { Age, type Patient, PatientDraft, sexes } from "#features/patients/contract.ts";
import { customFieldRules, keyedValues } from "./custom-field-values.ts";

export type PatientInput = z.input<typeof PatientDraft>;
/** Files have their own places; custom fields are many under one name. */
type NotInForm = "laboratoryFiles" | "imagingFiles" | "otherFiles" | "customFields";
export type PatientField = Exclude<keyof PatientInput, NotInForm>;

/** The forms differ in their rules, not in their fields, so that they are drawn from the same parts. */
export type PatientForm = UseFormReturn<PatientInput, unknown, PatientDraft>;

/** The single form's rules: the record's own, and the clinic's for its custom fields. */
export const singleDraft = (fields: readonly CustomField[]) =>
  z.extend(PatientDraft, { customFields: customFieldRules(fields) });

/** The wizard asks for an age and for a sex. A birthday gives the age. */
const WizardDraft = z.extend(PatientDraft, {
  age: z.optional(z.pipe(Age, z.nullable(z.int()).check(z.refine((age) => age !== null, "Age is required")))),
  sex: z.enum(sexes, { error: "Please select sex" }),
});
export const wizardDraft = (fields: readonly CustomField[]) =>
  z.extend(WizardDraft, { customFields: customFieldRules(fields) });

/** The edit form turns an age that is empty or no number into 0, and shows 0 as empty. */
const EditDraft = z.extend(PatientDraft, {
  age: z.optional(
    z.pipe(
      z.transform((typed: string | number | null): string | number | null =>
        Number.isNaN(Number(typed)) ? 0 : Number(typed),
      ),
      Age,
    ),
  ),
});

export const editDraft = (fields: readonly CustomField[], { customFields }: Patient) =>
  z.extend(EditDraft, { customFields: customFieldRules(fields, customFields) });

/** What both add forms start from, by the specification. */
export const blankPatient = {
  admissionNo: "",
  hospital: "",
  patientName: "",
  age: "",
  birthday: "",
  allergies: "",
  roomNumber: "",
  dateOfAdmission: "",
  physicianInCharge: "",
  preopDiagnosis: "",
  surgicalProcedure: "",
  postopDiagnosis: "",
  chiefComplaint: "",
  paymentStatus: "Pending",
  amount: "",
  phicPayment: "No",
  referringPhysician: "",
  remarks: "",
  contactNumber: "",
  email: "",
} as const satisfies Partial<PatientInput>;

/** A stored patient as the edit form shows it: empty text for what is not known. */
export function valuesOf(
  patient: Patient,
  fields: readonly CustomField[],
): Required<Pick<PatientInput, PatientField | "customFields">> {
  const isAdmitted = patient.admissionStatus === "Admitted";
  return {
    admissionNo: patient.admissionNo,
    hospital: patient.hospital,
    patientName: patient.patientName,
    age: patient.age ? String(patient.age) : "",
    sex: patient.sex,
    birthday: patient.birthday ?? "",
    allergies: patient.allergies ?? "",
    address: patient.address ?? "",
    roomNumber: isAdmitted ? (patient.roomNumber ?? "") : "",
    dateOfAdmission: isAdmitted ? (patient.dateOfAdmission ?? "") : "",
    physicianInCharge: patient.physicianInCharge ?? "",
    preopDiagnosis: patient.preopDiagnosis ?? "",
    surgicalProcedure: patient.surgicalProcedure ?? "",
    postopDiagnosis: patient.postopDiagnosis ?? "",
    chiefComplaint: patient.chiefComplaint ?? "",
    historyOfPresentIllness: patient.historyOfPresentIllness ?? "",
    admissionStatus: patient.admissionStatus,
    paymentStatus: patient.paymentStatus,
    amount: patient.amount ?? "",
    phicPayment: patient.phicPayment,
    referringPhysician: patient.referringPhysician ?? "",
    remarks: patient.remarks ?? "",
    contactNumber: patient.contactNumber ?? "",
    email: patient.email ?? "",
    internalNotes: patient.internalNotes ?? "",
    patientStatus: patient.patientStatus,
    appointmentTime: patient.appointmentTime ?? "",
    customFields: keyedValues(fields, patient.customFields),
  };
}
