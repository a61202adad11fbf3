import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { hasRow } from "#server/database/has-row.ts";
import { centavos } from "#shared/formats/money.ts";
import type { Both } from "./both-records.ts";

/** The limit of a patient's list of files (`FilePaths` of patients). */
const MOST_FILES = 100;

const fileLists = ["laboratoryFiles", "imagingFiles", "otherFiles"] as const;

/** What a person has to decide before two records can be merged, as messages; none if nothing stands in the way. */
export async function findObstacles(clinic: ClinicScope, { survivor, other }: Both): Promise<string[]> {
  const found = await readBoth(clinic, survivor.id, other.id);
  const hasUnbilled =
    survivor.isBilled !== other.isBilled &&
    centavos((survivor.isBilled ? other.amount : survivor.amount) ?? "0") > 0n;
  const obstacles = [
    survivor.admissionStatus === "Admitted" &&
      other.admissionStatus === "Admitted" &&
      "Both records are of a patient in hospital. Discharge one of them first.",
    found.queuedAt !== null &&
      `Both are in the queue (${found.queuedAt}). Close one of the two visits first.`,
    found.openPregnancies > 1 && "Both records have an open pregnancy. Close the wrong one first.",
    found.earlierDiffer &&
      "The earlier pregnancies differ. Correct them so that both records say the same, or mark one as entered in error.",
    found.bothInDraft && "Both records have a full history in draft. Finish one of them first.",
    found.referredTo !== null &&
      `Both have an open referral to ${found.referredTo}. Cancel one of them first.`,
    found.isGuardian &&
      "One of them is the guardian of the other, so they are two people. Correct the guardian first.",
    // It would be lost, as the merged record follows its bills.
    hasUnbilled &&
      `${(survivor.isBilled ? other : survivor).admissionNo} has an amount without a bill, and the other record has bills. Make a bill of it, or clear the amount, first.`,
    fileLists.some((list) => survivor[list].length + other[list].length > MOST_FILES) &&
      "Together they have more than 100 files in one list. Take some out first.",
  ];
  return obstacles.filter((obstacle) => obstacle !== false);
}

/** Whether one of the two is pregnant now. */
export const isOnePregnant = (clinic: ClinicScope, { survivor, other }: Both): Promise<boolean> =>
  hasRow(
    clinic.db
      .selectFrom("pregnancies")
      .select("id")
      .where("clinicId", "=", clinic.id)
      .where("patientId", "in", [survivor.id, other.id])
      .where("state", "=", "open"),
  );

export const pregnantMan =
  "A pregnancy is open, and the sex that stays is male. Choose the other sex, or close the pregnancy.";
export const tooManyAllergies =
  "Together the allergies are longer than 2,000 characters. Shorten them first.";

type FoundInBoth = {
  /** Place and day. */
  queuedAt: string | null;
  openPregnancies: number;
  earlierDiffer: boolean;
  bothInDraft: boolean;
  /** A clinic's name. */
  referredTo: string | null;
  isGuardian: boolean;
};

async function readBoth(clinic: ClinicScope, survivorId: number, otherId: number): Promise<FoundInBoth> {
  const { rows } = await sql<FoundInBoth>`
    select
      (select places.name || ', ' || one.day from visits one
       join visits two on two.clinic_id = ${clinic.id} and two.patient_id = ${otherId} and two.day = one.day
         and two.place_id = one.place_id and two.is_open
       join places on places.clinic_id = ${clinic.id} and places.id = one.place_id
       where one.clinic_id = ${clinic.id} and one.patient_id = ${survivorId} and one.is_open limit 1) as queued_at,
      (select count(*)::integer from pregnancies
       where clinic_id = ${clinic.id} and patient_id in (${survivorId}, ${otherId}) and state = 'open') as open_pregnancies,
      exists (select from pregnancies one
              join pregnancies two on two.clinic_id = ${clinic.id} and two.patient_id = ${otherId} and two.state = 'earlier'
              where one.clinic_id = ${clinic.id} and one.patient_id = ${survivorId} and one.state = 'earlier'
                and (one.term, one.preterm, one.abortions, one.living)
                    is distinct from (two.term, two.preterm, two.abortions, two.living)) as earlier_differ,
      exists (select from consultation_records one
              join consultation_records two on two.clinic_id = ${clinic.id} and two.patient_id = ${otherId}
                and two.status = 'draft' and coalesce(two.confidential_to_id, 0) = coalesce(one.confidential_to_id, 0)
              where one.clinic_id = ${clinic.id} and one.patient_id = ${survivorId} and one.status = 'draft') as both_in_draft,
      (select one.to_clinic_name from referrals one
       join referrals two on two.clinic_id = ${clinic.id} and two.original_patient_id = ${otherId} and two.side = 'sent'
         and two.status = 'pending' and two.to_clinic_id = one.to_clinic_id
       where one.clinic_id = ${clinic.id} and one.original_patient_id = ${survivorId} and one.side = 'sent'
         and one.status = 'pending' limit 1) as referred_to,
      exists (select from patient_families
              where clinic_id = ${clinic.id} and (patient_id, guardian_patient_id)
                in ((${survivorId}, ${otherId}), (${otherId}, ${survivorId}))) as is_guardian`.execute(
    clinic.db,
  );
  const [found] = rows;
  if (!found) throw new Error("A select without a table returns one row.");
  return found;
}
