import { sql } from "kysely";
import type { Patient, PatientListItem } from "#features/patients/contract.ts";
import { ageAt } from "#shared/age.ts";

/** Letters of a text in a list. A diagnosis may have 200,000, and a list a thousand rows. */
const LISTED_LETTERS = 4000;

type LongText = "preopDiagnosis" | "surgicalProcedure" | "postopDiagnosis" | "chiefComplaint" | "remarks";

const shortened = <Column extends LongText>(column: Column) =>
  sql<string | null>`left(${sql.ref(`patients.${column}`)}, ${sql.lit(LISTED_LETTERS)})`.as(column);

const commonColumns = [
  "patients.id",
  "patients.admissionNo",
  "patients.hospital",
  "patients.patientName",
  "patients.age",
  "patients.sex",
  "patients.birthday",
  "patients.allergies",
  "patients.roomNumber",
  "patients.dateOfAdmission",
  "patients.physicianInCharge",
  "patients.admissionStatus",
  "patients.paymentStatus",
  "patients.amount",
  "patients.phicPayment",
  "patients.referringPhysician",
  "patients.contactNumber",
  "patients.email",
  "patients.address",
  "patients.patientPhoto",
  "patients.patientStatus",
  "patients.appointmentTime",
  "patients.consultationStatus",
  "patients.consultationCompletedAt",
  "patients.isArchived",
  "patients.clinicId",
  "patients.globalPatientId",
  "patients.isSharedPatient",
  "patients.originalClinicId",
  "patients.version",
  "patients.createdAt",
  "patients.updatedAt",
] as const;

/**
 * The columns of a patient in a list: all but notes, present-illness history, file lists and custom fields. Long texts
 * are shortened; the record has them whole.
 */
export const patientListColumns = [
  ...commonColumns,
  shortened("preopDiagnosis"),
  shortened("surgicalProcedure"),
  shortened("postopDiagnosis"),
  shortened("chiefComplaint"),
  shortened("remarks"),
] as const;

/** The whole record. */
export const patientColumns = [
  ...commonColumns,
  "patients.preopDiagnosis",
  "patients.surgicalProcedure",
  "patients.postopDiagnosis",
  "patients.chiefComplaint",
  "patients.remarks",
  "patients.internalNotes",
  "patients.historyOfPresentIllness",
  "patients.laboratoryFiles",
  "patients.imagingFiles",
  "patients.otherFiles",
  sql<Record<string, string>>`patients.custom_fields`.as("customFields"),
] as const;

/** Columns whose values the table's check constraints keep within the contract's words. */
type Checked = "sex" | "admissionStatus" | "paymentStatus" | "phicPayment" | "patientStatus";
type PatientListRow = Omit<PatientListItem, Checked> & Record<Checked, string>;
type PatientRow = Omit<Patient, Checked> & Record<Checked, string>;

/** The age is that of the birthday on the Manila day `today`, when there is one. */
export const asPatientListItem = (row: PatientListRow, today: string): PatientListItem =>
  ({ ...row, age: ageOn(today, row), patientPhoto: photoAddress(row) }) as PatientListItem;

export const asPatient = (row: PatientRow, today: string): Patient =>
  ({ ...row, age: ageOn(today, row), patientPhoto: photoAddress(row) }) as Patient;

/** A new picture has another address, so that no browser shows the one before. */
const photoAddress = ({ id, patientPhoto }: { id: number; patientPhoto: string | null }) =>
  patientPhoto && `/api/patients/${id}/photo?v=${patientPhoto}`;

const ageOn = (today: string, row: { birthday: string | null; age: number | null }) =>
  (row.birthday === null ? null : ageAt(row.birthday, today)?.years) ?? row.age;
