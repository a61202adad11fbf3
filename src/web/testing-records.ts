import type { CustomField } from "#features/clinics/contract.ts";
import { type Patient, PatientListItem } from "#features/patients/contract.ts";
import type { Visit } from "#features/visits/contract.ts";

/**
 * A patient in a list as the server returns it, null where nothing is known: a girl of 8 on the morning of November
 * 20, 2026.
 */
export const aListedPatient = (changed: Partial<PatientListItem> = {}): PatientListItem => ({
  ...(Object.fromEntries(
    Object.keys(PatientListItem.shape).map((field) => [field, null]),
  ) as object as PatientListItem),
  id: 1201,
  admissionNo: "20261119-003",
  hospital: "Chong Hua Hospital - Fuente",
  patientName: "Nuñez, Althea Marie Cabahug",
  age: 8,
  sex: "F",
  birthday: "2018-06-02",
  chiefComplaint: "Fever, day 4; platelet count",
  admissionStatus: "Outpatient",
  paymentStatus: "Pending",
  phicPayment: "No",
  patientStatus: "Waiting",
  consultationStatus: "pending",
  isArchived: false,
  clinicId: 1,
  globalPatientId: "7f8a1c1e-7f0a-4f0e-9b1d-2f4a7c9d1e20",
  isSharedPatient: false,
  version: 1,
  createdAt: "2026-11-19T01:00:00Z",
  updatedAt: "2026-11-19T01:00:00Z",
  ...changed,
});

/** The same patient's whole record. */
export const aPatientRecord = (changed: Partial<Patient> = {}): Patient => ({
  ...aListedPatient(),
  dateOfDischarge: null,
  internalNotes: null,
  historyOfPresentIllness: null,
  laboratoryFiles: [],
  imagingFiles: [],
  otherFiles: [],
  customFields: {},
  ...changed,
});

/** A custom field: an optional text. */
export const aCustomField = (id: number, changed: Partial<CustomField> = {}): CustomField => ({
  id,
  fieldName: `Field ${id}`,
  fieldType: "text",
  fieldOptions: [],
  isRequired: false,
  displayOrder: id,
  isActive: true,
  createdAt: "2026-11-20T02:42:00Z",
  ...changed,
});

/** Number 1 of November 20, 2026: arrived at 10:20 AM in Manila, and waiting. */
export const aVisit = (changed: Partial<Visit> = {}): Visit => ({
  id: 1,
  patientId: 101,
  clinicId: 1,
  placeId: 5,
  day: "2026-11-20",
  number: 1,
  state: "arrived",
  priority: null,
  reason: null,
  purpose: "consultation",
  isUnbilled: false,
  noBillReason: null,
  billed: null,
  isMoved: false,
  appointmentAt: null,
  arrivedAt: "2026-11-20T02:20:00Z",
  vitalsTakenAt: null,
  withDoctorAt: null,
  forPaymentAt: null,
  closedAt: null,
  createdAt: "2026-11-20T02:20:00Z",
  admissionNo: "20261119-003",
  patientName: "Cabahug, Liezl Mae",
  birthday: null,
  age: 29,
  sex: "F",
  patientPhoto: null,
  ...changed,
});
