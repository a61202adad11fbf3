import type { PatientListItem } from "#features/patients/contract.ts";
import { fieldsWhere, patientField, type RowField } from "#features/patients/patient-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { csvAnswer, deletedMeanwhile } from "#server/http/csv-answer.ts";
import { everyRow } from "#server/http/every-row.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import { ageLabel } from "#shared/clinical/age.ts";
import { shortGestation } from "#shared/clinical/pregnancy.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { inTitleCase } from "#shared/formats/title-case.ts";
import { everyPatientId, patientsOfIds } from "./list-patients.ts";
import type { PatientSelection, PatientSort } from "./search/patient-filter.ts";

/** After the columns of the specification. */
const added = fieldsWhere<RowField>(({ detail, inExport }) => detail !== undefined || inExport === true);

const HEADINGS = [
  "Admission No",
  "Patient Name",
  "Age/Sex",
  "Hospital",
  "Date of Admission",
  "Diagnosis",
  "Payment Status",
  "Amount",
  "Referring Physician",
  "Status",
  ...added.map((name) => inTitleCase(patientField(name).label)),
  // A typed age grows: read again years later, it is that of this day.
  "Age On",
];

/**
 * All patients of the selection as CSV. The ids are read first, so patients added meanwhile are not included.
 * `rowCount` is without the header.
 */
export async function exportPatients(
  clinic: ClinicScope,
  selection: PatientSelection,
  sort: PatientSort,
  today: string,
): Promise<{ file: FileAnswer; rowCount: number }> {
  const ids = await everyPatientId(clinic, selection, sort);
  const file = await csvAnswer(`patients_export_${today}.csv`, HEADINGS, rows());
  return { file, rowCount: ids.length };

  async function* rows() {
    const read = (one: ClinicScope, some: readonly number[]) => patientsOfIds(one, some, today);
    for await (const patients of everyRow(clinic, ids, read))
      yield patients.map((patient) => (patient ? cells(patient, today) : deletedMeanwhile));
  }
}

const cells = (patient: PatientListItem, today: string): string[] => [
  patient.admissionNo,
  patient.patientName,
  [ageLabel(patient, today), patient.sex ?? "Unknown"].filter(Boolean).join("/"),
  patient.hospital,
  patient.dateOfAdmission ?? "",
  patient.diagnosis ?? "",
  patient.paymentStatus,
  patient.amount ?? "",
  patient.referringPhysician ?? "",
  patient.admissionStatus,
  ...added.map((name) => cell(name, patient[name])),
  patient.ageTold ? today : "",
];

function cell(name: RowField, value: PatientListItem[RowField]): string {
  if (value === null) return "";
  const { type } = patientField(name);
  // In groups a phone number stays text in a spreadsheet; its digits alone become a rounded number.
  if (type === "phone") return formatPhone(String(value));
  return type === "days" ? shortGestation(Number(value)) : String(value);
}
