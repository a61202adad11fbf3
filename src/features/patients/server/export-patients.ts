import type { PatientListItem } from "#features/patients/contract.ts";
import type { Clinic } from "#server/db.ts";
import { FileAnswer } from "#server/file-answer.ts";
import { ageLabel } from "#shared/age.ts";
import { csv } from "#shared/csv.ts";
import { everyPatient } from "./list-patients.ts";
import type { PatientSelection, PatientSort } from "./patient-filter.ts";

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
];

/** All patients of the selection as a spreadsheet reads them; `rowCount` is without the headings. */
export async function exportPatients(
  clinic: Clinic,
  selection: PatientSelection,
  sort: PatientSort,
  today: string,
): Promise<{ file: FileAnswer; rowCount: number }> {
  const rows: string[][] = [HEADINGS];
  for await (const patients of everyPatient(clinic, selection, sort, today))
    rows.push(...patients.map((patient) => cells(patient, today)));
  const file = new FileAnswer({
    bytes: Buffer.from(csv(rows)),
    type: "text/csv; charset=utf-8",
    name: `patients_export_${today}.csv`,
    disposition: "attachment",
  });
  return { file, rowCount: rows.length - 1 };
}

const cells = (patient: PatientListItem, today: string): string[] => [
  patient.admissionNo,
  patient.patientName,
  [ageLabel(patient, today), patient.sex].filter(Boolean).join("/"),
  patient.hospital,
  patient.dateOfAdmission ?? "",
  patient.preopDiagnosis ?? patient.postopDiagnosis ?? "",
  patient.paymentStatus,
  patient.amount ?? "",
  patient.referringPhysician ?? "",
  patient.admissionStatus,
];
