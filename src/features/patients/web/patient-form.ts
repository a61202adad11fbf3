import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { Age, type Patient, PatientDraft, sexes } from "#features/patients/contract.ts";

export type PatientInput = z.input<typeof PatientDraft>;
/** Files and custom fields have their own places. */
type NotInForm = "laboratoryFiles" | "imagingFiles" | "otherFiles" | "customFields";
export type PatientField = Exclude<keyof PatientInput, NotInForm>;

/** The forms differ in their rules, not in their fields, so that they are drawn from the same parts. */
export type PatientForm = UseFormReturn<PatientInput, unknown, PatientDraft>;

/** The wizard asks for an age and for a sex. A birthday gives the age. */
export const WizardDraft = z.extend(PatientDraft, {
  age: z.optional(z.pipe(Age, z.nullable(z.int()).check(z.refine((age) => age !== null, "Age is required")))),
  sex: z.enum(sexes, { error: "Please select sex" }),
});

/** The edit form turns an age that is empty or no number into 0, and shows 0 as empty. */
export const EditDraft = z.extend(PatientDraft, {
  age: z.optional(
    z.pipe(
      z.transform((typed: string | number | null): string | number | null =>
        Number.isNaN(Number(typed)) ? 0 : Number(typed),
      ),
      Age,
    ),
  ),
});

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
export function valuesOf(patient: Patient): Required<Pick<PatientInput, PatientField>> {
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
  };
}

/** The fields' names on the screens, also of the record history. */
export const patientFieldLabels: Record<string, string> = {
  admissionNo: "Admission number",
  hospital: "Hospital",
  patientName: "Patient name",
  age: "Age",
  sex: "Sex",
  birthday: "Birthday",
  allergies: "Allergies",
  address: "Address",
  roomNumber: "Room number",
  dateOfAdmission: "Date of admission",
  physicianInCharge: "Physician in charge",
  preopDiagnosis: "Pre-op diagnosis",
  surgicalProcedure: "Surgical procedure",
  postopDiagnosis: "Post-op diagnosis",
  chiefComplaint: "Chief complaint",
  historyOfPresentIllness: "History of present illness",
  admissionStatus: "Admission status",
  paymentStatus: "Payment status",
  amount: "Amount",
  phicPayment: "PHIC payment",
  referringPhysician: "Referring physician",
  remarks: "Remarks",
  contactNumber: "Contact number",
  email: "E-mail",
  internalNotes: "Internal notes",
  patientStatus: "Patient status",
  appointmentTime: "Appointment",
  patientPhoto: "Photo",
  laboratoryFiles: "Laboratory files",
  imagingFiles: "Imaging files",
  otherFiles: "Other files",
  customFields: "Custom fields",
  consultationStatus: "Consultation status",
  consultationCompletedAt: "Consultation completed",
  isArchived: "Archived",
};
