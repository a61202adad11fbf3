import {
  MergeChoices,
  type MergePreview,
  type MergeSide,
  type MovedKind,
  movedKinds,
} from "#features/merges/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { invalidField, notFound } from "#shared/errors.ts";
import { columnName } from "#shared/formats/column-name.ts";
import { byColumn, obstacleInWords, undoUntil } from "./merge.ts";

type Row = Record<string, unknown> & { custom_fields: Record<string, string> };

/** A preview made by the merge itself, which is rolled back. Null where one of the records does not exist. */
export async function preview(
  clinic: ClinicScope,
  survivorId: number,
  { otherId, sex }: { otherId: number; sex?: "survivor" | "other" | undefined },
  now: Date,
): Promise<MergePreview> {
  if (otherId === survivorId) throw invalidField("otherId", "Choose two different records.");
  const found = await functionsBesideRow(clinic, "patients", survivorId).row("previewMerge", {
    survivor: survivorId,
    other: otherId,
    choices: JSON.stringify(byColumn({ sex })),
    at: now.toISOString(),
  });
  if (!found) throw notFound("Patient");
  const survivor = found.survivor as Row;
  const other = found.other as Row;
  const merged = found.merged as Row;
  const obstacles = found.obstacles as { outcome: string; detail: string | null }[];
  return {
    survivor: side(survivor, found.survivorConsultations),
    other: side(other, found.otherConsultations),
    fields: comparedFields(survivor, other, merged),
    customFields: customFields(survivor.custom_fields, other.custom_fields),
    obstacles: obstacles.map(({ outcome, detail }) => obstacleInWords(outcome, detail)),
    allergies: found.allergies,
    moves: counted((found.moves ?? {}) as Record<string, number>),
    billed: found.billed,
    joined: found.joined ?? 0,
    undoUntil: undoUntil(now),
  };
}

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === "" ? null : String(value);

const isAdmitted = (row: Row) => row.admission_status === "Admitted";

const side = (row: Row, consultations: number): MergeSide => ({
  id: Number(row.id),
  patientName: String(row.patient_name),
  admissionNo: String(row.admission_no),
  sex: row.sex === "M" || row.sex === "F" ? row.sex : null,
  birthday: text(row.birthday),
  patientPhoto: text(row.patient_photo),
  allergies: text(row.allergies),
  isAdmitted: isAdmitted(row),
  isArchived: row.is_archived === true,
  createdAt: new Date(String(row.created_at)).toISOString(),
  consultations,
});

const ofStay = ["hospital", "roomNumber", "dateOfAdmission"];
/** For a record with bills these follow from the bills, whatever is chosen. */
const ofBills = ["amount", "paymentStatus"];

function comparedFields(survivor: Row, other: Row, merged: Row): MergePreview["fields"] {
  const hasStay = isAdmitted(survivor) || isAdmitted(other);
  const hasBills = survivor.is_billed === true || other.is_billed === true;
  return (Object.keys(MergeChoices.shape) as (keyof MergeChoices)[])
    .filter((field) => !(hasBills && ofBills.includes(field)))
    .map((field) => {
      const column = columnName(field);
      const [mine, theirs] = [text(survivor[column]), text(other[column])];
      return {
        field,
        survivor: mine,
        other: theirs,
        stays: text(merged[column]) === mine ? "survivor" : "other",
        isFixed: hasStay && ofStay.includes(field),
      };
    });
}

const customFields = (survivor: Row["custom_fields"], other: Row["custom_fields"]) =>
  [...new Set([...Object.keys(survivor), ...Object.keys(other)])].map((field) => ({
    field,
    survivor: text(survivor[field]),
    other: text(other[field]),
  }));

/** A table's column that refers to the patient, or to the referrals, whose two rows become one. */
const countedAs: Record<MovedKind, string> = {
  consultations: "consultations.patient_id",
  prescriptions: "prescriptions.patient_id",
  files: "files.patient_id",
  results: "results.patient_id",
  bills: "bills.patient_id",
  visits: "visits.patient_id",
  appointments: "appointments.patient_id",
  referrals: "referrals",
  papers: "clinic_papers.patient_id",
  fullHistories: "consultation_records.patient_id",
  admissions: "admissions.patient_id",
  immunizations: "immunizations.patient_id",
  pregnancies: "pregnancies.patient_id",
  allergies: "allergies.patient_id",
  problems: "problems.patient_id",
  medicines: "medicines.patient_id",
  alerts: "alerts.patient_id",
};

const counted = (moves: Record<string, number>): MergePreview["moves"] =>
  movedKinds.flatMap((kind) => {
    const count = moves[countedAs[kind]] ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });
