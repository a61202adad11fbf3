import type { Patient, PatientListItem } from "#features/patients/contract.ts";
import { aListedPatient as anyListed, aPatientRecord as aRecord } from "#web/testing-records.ts";

const maria: Partial<PatientListItem> = {
  id: 7,
  admissionNo: "20261118-004",
  patientName: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
  age: 67,
  birthday: "1959-03-04",
  roomNumber: "512-B",
  dateOfAdmission: "2026-11-18",
  preopDiagnosis: "Hypertensive heart disease",
  chiefComplaint: null,
  admissionStatus: "Admitted",
  amount: "48250.00",
  phicPayment: "Yes",
  contactNumber: "+639175550148",
  version: 3,
  createdAt: "2026-11-18T00:14:00.000Z",
  updatedAt: "2026-11-20T01:31:00.000Z",
};

/** An admitted woman of 67, for the screens that list, read and edit patients. */
export const aListedPatient = (put: Partial<PatientListItem> = {}) => anyListed({ ...maria, ...put });

export const aPatientRecord = (put: Partial<Patient> = {}): Patient => aRecord({ ...maria, ...put });
