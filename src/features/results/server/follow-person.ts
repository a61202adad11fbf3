import { sql } from "kysely";
import type { Result, ResultValue } from "#features/results/contract.ts";
import { withPriorityFollowing } from "#features/visits/server/follow-person.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { notifyOwners } from "#server/notifications.ts";
import type { RecordEvent } from "#shared/record-events.ts";
import { judgedBy, judgedNow } from "./judged-now.ts";

type Judged = { id: number; patientId: number; patientName: string; values: ResultValue[] };

const judgedOf = async (clinic: ClinicScope, patientIds: readonly number[]): Promise<Judged[]> => {
  const rows = await clinic.db
    .selectFrom("results")
    .innerJoin("patients", (join) =>
      join.onRef("patients.clinicId", "=", "results.clinicId").onRef("patients.id", "=", "results.patientId"),
    )
    .select([
      "results.id",
      "results.patientId",
      "patients.patientName",
      "results.collectedAt",
      sql<ResultValue[]>`results.result_values`.as("values"),
      ...judgedBy(clinic),
    ])
    .where("results.clinicId", "=", clinic.id)
    .where("results.patientId", "in", patientIds)
    .where("results.resultState", "<>", sql.lit("entered_in_error" satisfies Result["state"]))
    .execute();
  return rows.map((row) => judgedNow(row));
};

const event: RecordEvent = "result.judge";

/**
 * Changes what is known of patients, in the caller's transaction. Their results are judged by it when they are read;
 * the previous judgement of those that changed is written to the record history, and the owners are told. `patientIds`
 * are those whose results are judged before or after.
 */
async function withResultsFollowing<T>(
  clinic: ClinicScope,
  patientIds: readonly number[],
  now: Date,
  change: () => Promise<T>,
): Promise<T> {
  const before = new Map((await judgedOf(clinic, patientIds)).map((each) => [each.id, each.values]));
  const done = await change();
  if (before.size === 0) return done;
  const changed = (await judgedOf(clinic, patientIds)).flatMap((after) => {
    const was = before.get(after.id);
    return was && judgement(was) !== judgement(after.values) ? [{ ...after, was }] : [];
  });
  for (const { id, patientId, was, values } of changed)
    await sql`insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
      values (${clinic.id}::bigint, ${patientId}::bigint, ${clinic.userId}::bigint,
              nullif(current_setting('app.owner_user_id', true), '')::bigint, ${event}, 'results', ${id}::bigint,
              ${JSON.stringify({ result_values: [was, values] })}::jsonb)`.execute(clinic.db);
  const bytes = JSON.stringify(changed.map(({ was, values }) => [was, values])).length;
  if (changed.length > 0)
    await functionsInScope(clinic).value("noteWritten", { clinic: clinic.id, bytes, at: now });
  for (const [patientId, [first, ...others]] of Map.groupBy(changed, (each) => each.patientId)) {
    const count = others.length + 1;
    await notifyOwners(
      clinic,
      {
        type: "warning",
        title: "Result flags changed",
        message: `${first?.patientName}: sex, age or pregnancy changed, and ${count === 1 ? "one result has" : `${count} results have`} another range or flag.`,
        actionType: "patient",
        actionData: { patientId },
      },
      now,
    );
  }
  return done;
}

/**
 * Changes what is known of patients, in the caller's transaction, with everything that is stored of them because of it:
 * their results and their priority in the queue.
 */
export const withPersonFollowed = <T>(
  clinic: ClinicScope,
  patientIds: readonly number[],
  now: Date,
  change: () => Promise<T>,
): Promise<T> =>
  withResultsFollowing(clinic, patientIds, now, () => withPriorityFollowing(clinic, patientIds, now, change));

const judgement = (values: readonly ResultValue[]): string =>
  JSON.stringify(
    values.map(({ analyte, value, low, high, flag }) => [
      analyte,
      analyte === "egfr" ? value : null,
      low,
      high,
      flag,
    ]),
  );
