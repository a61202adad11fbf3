import { type MergePreview, type MergeSide, type MovedKind, movedKinds } from "#features/merges/contract.ts";
import { undoUntil } from "#features/merges/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { type Both, lockBoth, type PatientRow, requireTwo } from "./both-records.ts";
import { chosenFields, customFields, isEmpty, ofStay } from "./merged-values.ts";
import { planMerge, writeMerge } from "./plan.ts";

/** Thrown to roll back the merge that was previewed. */
class Previewed extends Error {
  readonly preview: MergePreview;

  constructor(preview: MergePreview) {
    super("The merge was previewed.");
    this.preview = preview;
  }
}

/** A preview made by the merge itself, which is rolled back, so that no rule is written twice. */
export async function preview(
  clinic: ClinicScope,
  survivorId: number,
  { otherId, sex }: { otherId: number; sex?: "survivor" | "other" | undefined },
  now: Date,
): Promise<MergePreview> {
  requireTwo(survivorId, otherId);
  const previewed = await clinic
    .transaction(async (joined) => {
      const both = await lockBoth(joined, survivorId, otherId);
      if (!both) throw notFound("Patient");
      const { values, obstacles } = await planMerge(joined, both, { sex }, now);
      const consultations = await countConsultations(joined, both);
      const billed = await billedTo(joined, otherId);
      const done = obstacles.length === 0 ? await writeMerge(joined, both, values, now) : null;
      const written = done && "mergeId" in done ? done : null;
      throw new Previewed({
        survivor: side(both.survivor, consultations),
        other: side(both.other, consultations),
        fields: comparedFields(both, values),
        customFields: comparedCustomFields(both),
        obstacles: done && "obstacles" in done ? done.obstacles : obstacles,
        allergies: written?.allergies ?? null,
        moves: counted(written?.moves ?? {}),
        billed: written && billed,
        joined: written?.joined ?? 0,
        undoUntil: undoUntil(now),
      });
    })
    .catch((error: unknown) => {
      if (error instanceof Previewed) return error.preview;
      throw error;
    });
  return previewed;
}

type Counts = ReadonlyMap<number, number>;

/** By patient. */
async function countConsultations(clinic: ClinicScope, { survivor, other }: Both): Promise<Counts> {
  const counts = await clinic.db
    .selectFrom("consultations")
    .select((select) => ["patientId", select.fn.countAll<number>().as("count")])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "in", [survivor.id, other.id])
    .groupBy("patientId")
    .execute();
  return new Map(counts.map(({ patientId, count }) => [patientId, count]));
}

/** The amount due of a patient's bills, null without any. */
async function billedTo(clinic: ClinicScope, patientId: number): Promise<string | null> {
  const { billed } = await clinic.db
    .selectFrom("bills")
    .select((select) => select.fn.sum<string | null>("due").as("billed"))
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("voidedAt", "is", null)
    .executeTakeFirstOrThrow();
  return billed;
}

const text = (value: unknown): string | null => (isEmpty(value) ? null : String(value));

const isAdmitted = (row: PatientRow) => row.admissionStatus === "Admitted";

const side = (row: PatientRow, consultations: Counts): MergeSide => ({
  id: row.id,
  patientName: row.patientName,
  admissionNo: row.admissionNo,
  sex: row.sex === "M" || row.sex === "F" ? row.sex : null,
  birthday: row.birthday,
  patientPhoto: text(row.patientPhoto),
  allergies: text(row.allergies),
  isAdmitted: isAdmitted(row),
  isArchived: row.isArchived,
  createdAt: new Date(row.createdAt).toISOString(),
  consultations: consultations.get(row.id) ?? 0,
});

/** For a record with bills these follow from the bills, whatever is chosen. */
const ofBills: readonly string[] = ["amount", "paymentStatus"];

function comparedFields({ survivor, other }: Both, values: Partial<PatientRow>): MergePreview["fields"] {
  const hasStay = isAdmitted(survivor) || isAdmitted(other);
  const hasBills = survivor.isBilled || other.isBilled;
  return chosenFields
    .filter((field) => !(hasBills && ofBills.includes(field)))
    .map((field) => {
      const [mine, theirs] = [text(survivor[field]), text(other[field])];
      return {
        field,
        survivor: mine,
        other: theirs,
        stays: text(values[field]) === mine ? "survivor" : "other",
        isFixed: hasStay && ofStay.some((each) => each === field),
      };
    });
}

function comparedCustomFields(both: Both): MergePreview["customFields"] {
  const [survivor, other] = [customFields(both.survivor), customFields(both.other)];
  return [...new Set([...Object.keys(survivor), ...Object.keys(other)])].map((field) => ({
    field,
    survivor: text(survivor[field] ?? null),
    other: text(other[field] ?? null),
  }));
}

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
