import type { PatientDraft } from "#features/patients/contract.ts";

/** The fields' names on the screens, including the record history. */
export const patientFieldLabels: Record<string, string> = {
  admissionNo: "Admission number",
  hospital: "Hospital",
  patientName: "Patient name",
  age: "Age",
  ageToldOn: "Age told on",
  importedOn: "Imported on",
  sex: "Sex",
  birthday: "Birthday",
  gestationDays: "Gestation at birth, in days",
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
  email: "Email",
  philhealthNumber: "PhilHealth number",
  internalNotes: "Internal notes",
  patientStatus: "Patient status",
  appointmentTime: "Appointment",
  followUpDate: "Follow-up date",
  patientPhoto: "Photo",
  laboratoryFiles: "Laboratory files",
  imagingFiles: "Imaging files",
  otherFiles: "Other files",
  customFields: "Custom fields",
  consultationStatus: "Consultation status",
  consultationCompletedAt: "Consultation completed",
  isArchived: "Archived",
};

type DetailField = {
  input: "phone" | "email" | "line" | "lines";
  /** In the record's sheet. */
  sheetLabel: string;
  placeholder?: string;
  /** Column of the export, if it has one. */
  heading?: string;
};

/** Optional fields about the person, shown in this order by every form, the record's sheet and the export. */
const detailFields = {
  contactNumber: { input: "phone", sheetLabel: "Contact", heading: "Contact Number" },
  email: { input: "email", sheetLabel: "Email", heading: "Email" },
  philhealthNumber: {
    input: "line",
    sheetLabel: "PhilHealth No.",
    placeholder: "12-345678901-2",
    heading: "PhilHealth Number",
  },
  address: { input: "lines", sheetLabel: "Address", heading: "Address" },
} as const satisfies Partial<Record<keyof PatientDraft, DetailField>>;

export const detailNames = Object.keys(detailFields) as (keyof typeof detailFields)[];

export const detailOf = (name: keyof typeof detailFields): DetailField => detailFields[name];
