import { sql } from "kysely";
import {
  MAX_ROWS,
  type Problem,
  type ProblemChanges,
  type ProblemDraft,
} from "#features/clinical-lists/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { confidentialityOf, markedAs } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isCorrection, requireAuthor } from "#server/require-author.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import {
  byState,
  lockLists,
  recordedByName,
  recordedNow,
  requireNoMistake,
  requireRoom,
  requireSince,
} from "./patient-lists.ts";

const selectProblems = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("problems")
    .select([
      "id",
      "patientId",
      "clinicId",
      "words",
      "code",
      "since",
      "state",
      "recordedAt",
      "updatedAt",
      "version",
      recordedByName("problems").as("recordedByName"),
      ...confidentialityOf(clinic, "problems", "recorded_by_id"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

/** Active ones in the order they were recorded, then the others. */
export const readProblems = async (clinic: ClinicScope, patientId: number): Promise<Problem[]> =>
  (await selectProblems(clinic, patientId)
    .orderBy(byState)
    .orderBy("id")
    .limit(sql.lit(MAX_ROWS))
    .execute()) as Problem[];

export async function listProblems(clinic: ClinicScope, patientId: number): Promise<Problem[]> {
  const rows = await readProblems(clinic, patientId);
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows;
}

async function findProblem(clinic: ClinicScope, patientId: number, id: number): Promise<Problem> {
  const row = await selectProblems(clinic, patientId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Problem");
  return row as Problem;
}

async function requireNew(clinic: ClinicScope, patientId: number, words: string, except = 0): Promise<void> {
  const same = await selectProblems(clinic, patientId)
    .where("state", "=", sql.lit("active"))
    .where(sql<boolean>`lower(words) = lower(${words})`)
    .where("id", "<>", except)
    .executeTakeFirst();
  if (same)
    throw new Failure("taken", `${same.words} is on the list already.`, {
      fields: { words: "On the list already" },
      current: same,
    });
}

export function insertProblem(
  clinic: ClinicScope,
  patientId: number,
  draft: ProblemDraft,
  now: Date,
): Promise<Problem> {
  return clinic.transaction(async (joined) => {
    requireSince(draft.since, await lockLists(joined, patientId), now);
    await requireRoom(joined, "problems", patientId);
    const state = draft.state ?? "active";
    if (state === "active") await requireNew(joined, patientId, draft.words);
    const { id } = await joined.db
      .insertInto("problems")
      .values({
        ...recordedNow(joined, patientId, now),
        ...markedAs(joined, draft.isConfidential),
        words: draft.words,
        code: draft.code ?? null,
        since: draft.since ?? null,
        state,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findProblem(joined, patientId, id);
  });
}

export function updateProblem(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  changes: ProblemChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Problem> {
  return clinic.transaction(async (joined) => {
    const patient = await lockLists(joined, patientId);
    const before = await findProblem(joined, patientId, id);
    requireSince(changes.since, patient, now);
    requireVersion(before, version);
    requireNoMistake(before, changes);
    if (isCorrection(before, changes, ["words"])) await requireAuthor(joined, "problems", id);
    const sent = withoutUndefined(changes);
    const { state = before.state, words = before.words } = sent;
    if (state === "active") await requireNew(joined, patientId, words, id);
    await joined.db
      .updateTable("problems")
      .set({ ...sent, ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findProblem(joined, patientId, id);
  });
}
