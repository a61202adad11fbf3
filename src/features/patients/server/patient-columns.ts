import { sql } from "kysely";
import { Patient, PatientListItem } from "#features/patients/contract.ts";
import { type FieldOfType, fieldsWhere, type RowField } from "#features/patients/patient-fields.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { LISTED_LETTERS } from "#server/patient/follow-entries.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";

type LongText = Extract<RowField, FieldOfType<"text">>;
const longTexts = fieldsWhere<LongText>(
  ({ type, max = 0, shownIn }) => type === "text" && max > LISTED_LETTERS && shownIn === undefined,
);

const shortened = (column: LongText) =>
  sql<string | null>`left(${sql.ref(`patients.${column}`)}, ${sql.lit(LISTED_LETTERS)})`.as(column);

const currentDiagnosis = sql<string | null>`
  case when patients.visit_diagnosed_at >= coalesce(patients.own_diagnosed_at, '-infinity') then patients.visit_diagnosis
       else coalesce(left(coalesce(patients.postop_diagnosis, patients.preop_diagnosis), ${sql.lit(LISTED_LETTERS)}),
                     patients.visit_diagnosis) end`.as("diagnosis");

/** The columns of the contract's fields, except those with expressions of their own. */
const columnsOf = <Shape extends object, Other extends keyof Shape>(shape: Shape, others: readonly Other[]) =>
  (Object.keys(shape) as (keyof Shape & string)[])
    .filter(
      (field): field is Exclude<keyof Shape & string, Other> => !others.some((other) => other === field),
    )
    .map((field) => `patients.${field}` as const);

/**
 * The columns of a patient in a list: all but notes, present-illness history, file lists and custom fields. Long
 * texts are shortened; the record has them whole.
 */
export const patientListColumns = [
  ...columnsOf(PatientListItem.shape, [...longTexts, "diagnosis", "ageTold"]),
  ageTold(),
  ...longTexts.map(shortened),
  currentDiagnosis,
];

/** The whole record. */
export const patientColumns = [
  ...columnsOf(Patient.shape, ["customFields", "diagnosis", "ageTold"]),
  ageTold(),
  currentDiagnosis,
  sql<Record<string, string>>`patients.custom_fields`.as("customFields"),
];

/** Columns with a check constraint for the contract's values. */
type Checked = "sex" | "admissionStatus" | "paymentStatus" | "phicPayment" | "patientStatus";
type Unchecked = Record<Exclude<Checked, "sex">, string> & { sex: string | null };
type PatientListRow = Omit<PatientListItem, Checked> & Unchecked;
type PatientRow = Omit<Patient, Checked> & Unchecked;

/** The age is that of the Manila day `today`. */
export const asPatientListItem = (row: PatientListRow, today: string): PatientListItem =>
  ({ ...row, age: ageOn(today, row), patientPhoto: photoAddress(row) }) as PatientListItem;

export const asPatient = (row: PatientRow, today: string): Patient =>
  ({ ...row, age: ageOn(today, row), patientPhoto: photoAddress(row) }) as Patient;

/** A new picture has another URL, so that no browser shows the previous one. */
const photoAddress = ({ id, patientPhoto }: { id: number; patientPhoto: string | null }) =>
  patientPhoto && `/api/patients/${id}/photo?v=${patientPhoto}`;

const ageOn = (today: string, row: AgeSource & { age: number | null }) => yearsAt(row, today) ?? row.age;
