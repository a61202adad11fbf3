import { sql } from "kysely";
import type { Result, ResultValue } from "#features/results/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { confidentialityOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { idsAsArray } from "#server/http/every-row.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { rowsOfPatient } from "#server/patient/require-patient.ts";
import { panelOf } from "#shared/clinical/results/panels.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDayRange } from "#shared/formats/dates.ts";
import { judgedBy, judgedNow } from "./judged-now.ts";

const selectResults = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("results")
    .leftJoin("files", (join) =>
      join
        .onRef("files.clinicId", "=", "results.clinicId")
        .onRef("files.id", "=", "results.fileId")
        .on("files.removedAt", "is", null),
    )
    .where("results.clinicId", "=", clinic.id)
    .select([
      "results.id",
      "results.clinicId",
      "results.patientId",
      "results.panel",
      "results.collectedAt",
      "results.laboratory",
      "results.note",
      sql<ResultValue[]>`results.result_values`.as("values"),
      sql<Result["state"]>`results.result_state`.as("state"),
      "files.path as file",
      "files.name as fileName",
      nameOfUser(clinic, "results.created_by_id").as("recordedByName"),
      "results.createdAt",
      "results.updatedAt",
      "results.version",
      ...judgedBy(clinic),
      ...confidentialityOf(clinic, "results", "created_by_id"),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectResults>["executeTakeFirstOrThrow"]>>;

const asResult = (row: Row): Result => ({
  ...judgedNow(row),
  panelName: panelOf(row.panel)?.name ?? row.panel,
});

/** A patient's results, latest collected first: all, or one more than `limit` after the cursor. */
export async function listResults(
  clinic: ClinicScope,
  patientId: number,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Result[]> {
  const ofPatient = selectResults(clinic).where("results.patientId", "=", patientId);
  const page = newestFirst(
    ofPatient,
    { instant: "results.collectedAt", id: "results.id" },
    { limit, cursor },
  );
  return (await rowsOfPatient(clinic, patientId, page.execute())).map(asResult);
}

/** The usable results with these ids, and those collected on Manila days (inclusive), the earliest first. */
export async function listResultsOfVisits(
  clinic: ClinicScope,
  patientId: number,
  { ids, from, to }: { ids: readonly number[]; from: string; to: string },
): Promise<Result[]> {
  const rows = await selectResults(clinic)
    .where("results.patientId", "=", patientId)
    .where("results.resultState", "<>", sql.lit("entered_in_error"))
    .where((is) =>
      is.or([
        is("results.id", "=", sql<number>`any (${idsAsArray(ids)}::bigint[])`),
        is.and([
          is("results.collectedAt", ">=", manilaDayRange(from).start.toISOString()),
          is("results.collectedAt", "<", manilaDayRange(to).end.toISOString()),
        ]),
      ]),
    )
    .orderBy("results.collectedAt")
    .orderBy("results.id")
    .execute();
  return rows.map(asResult);
}

export async function findResult(clinic: ClinicScope, patientId: number, id: number): Promise<Result> {
  const row = await selectResults(clinic)
    .where("results.patientId", "=", patientId)
    .where("results.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Result"));
  return asResult(row);
}

/** The limit of results that are read. */
const mostRecent = 30;

export type Flagged = { resultId: number; panelName: string; collectedAt: string; values: ResultValue[] };

/** Flagged values since a day that no newer value of the same test has replaced, by result, latest first. */
export async function listFlagged(clinic: ClinicScope, patientId: number, since: Date): Promise<Flagged[]> {
  const rows = await clinic.db
    .selectFrom("results")
    .select([
      "id as resultId",
      "panel",
      "collectedAt",
      sql<ResultValue[]>`result_values`.as("values"),
      ...judgedBy(clinic),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("resultState", "<>", sql.lit("entered_in_error"))
    .where("collectedAt", ">=", since.toISOString())
    .orderBy("collectedAt", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(mostRecent))
    .execute();
  const seen = new Set<string>();
  return rows.map(judgedNow).flatMap(({ panel, values, ...row }) => {
    const newest = values.filter(({ analyte }) => !seen.has(analyte));
    // A run without a result replaces nothing.
    for (const { analyte, flag } of values) if (flag !== "X") seen.add(analyte);
    const flagged = newest.filter(({ flag }) => flag !== null);
    return flagged.length === 0
      ? []
      : [{ ...row, panelName: panelOf(panel)?.name ?? panel, values: flagged }];
  });
}
