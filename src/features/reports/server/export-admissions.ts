import type { Admission } from "#features/reports/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { csvAnswer, deletedMeanwhile, type Exported } from "#server/http/csv-answer.ts";
import { everyRow } from "#server/http/every-row.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { type AdmissionSelection, admissionsOfIds, everyAdmissionId } from "./admissions.ts";

/** The table's columns by their labels, with the room and both days of the stay. */
const HEADINGS = [
  "Admission #",
  "Patient",
  "Hospital",
  "Room",
  "Status",
  "Admitted",
  "Discharged",
  "Duration (days)",
  "Diagnosis",
  "Attending",
];

/** An Excel cell has at most 32,767 characters and drops the rest. */
const DIAGNOSIS_LETTERS = 32_000;

/** All admissions of the selection. The ids are read first. */
export async function exportAdmissions(
  clinic: ClinicScope,
  selection: AdmissionSelection,
  today: string,
): Promise<Exported> {
  const ids = await everyAdmissionId(clinic, selection, today);
  const file = await csvAnswer(`admissions_report_${today}.csv`, HEADINGS, rows());
  return { file, rowCount: ids.length };

  async function* rows() {
    const read = (one: ClinicScope, some: readonly number[]) =>
      admissionsOfIds(one, some, today, DIAGNOSIS_LETTERS);
    for await (const admissions of everyRow(clinic, ids, read))
      yield admissions.map((admission) => (admission ? cells(admission) : deletedMeanwhile));
  }
}

const cells = (admission: Admission): string[] => [
  admission.admissionNo,
  admission.patientName,
  admission.hospital,
  admission.roomNumber ?? "",
  admission.admissionStatus,
  admission.admittedOn,
  admission.dischargedAt === null ? "" : manilaDay(new Date(admission.dischargedAt)),
  String(admission.days),
  admission.diagnosis ?? "",
  admission.attending ?? "",
];
