import { type ExpressionBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { csvAnswer } from "#server/http/csv-answer.ts";
import { fromCursor } from "#server/http/cursor.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import { notFound } from "#shared/errors.ts";
import type { ImportRow, RowState } from "../contract.ts";
import { selectImport, selectRows, storedColumns } from "./import-store.ts";
import type { RowFault } from "./values/row-parts.ts";

export const DEFAULT_ROWS = 25;
const EXPORTED_AT_ONCE = 1000;
const SHOWN = 200;

async function headersOf(clinic: ClinicScope, id: number): Promise<string[]> {
  const { columns } = await selectImport(clinic, id)
    .select(storedColumns)
    .executeTakeFirstOrThrow(() => notFound("Import"));
  return columns.map(({ header }) => header);
}

/**
 * The row that another one is a double of, as a subquery: one index lookup per row. A plain join would compare every
 * row with every other while the database has no statistics of a new list.
 */
export const aboveRow =
  (clinic: ClinicScope) =>
  ({ selectFrom }: ExpressionBuilder<Database & { r: Database["importRows"] }, "r">) =>
    selectFrom("importRows")
      .select(["patientName", "birthday", "patientId", "matchPatientId"])
      .where("importRows.clinicId", "=", clinic.id)
      .whereRef("importRows.importId", "=", "r.importId")
      .whereRef("importRows.rowNo", "=", "r.matchRow")
      .limit(sql.lit(1))
      .as("above");

type RowsQuery = { state: RowState; limit?: number | undefined; cursor?: string | undefined };

export async function listRows(
  clinic: ClinicScope,
  id: number,
  { state, limit = DEFAULT_ROWS, cursor }: RowsQuery,
): Promise<ImportRow[]> {
  const headers = await headersOf(clinic, id);
  const [after] = cursor === undefined ? [0] : fromCursor(cursor, ["number"]);
  const rows = await clinic.db
    .selectFrom("importRows as r")
    .leftJoin("patients as p", (join) =>
      join.onRef("p.clinicId", "=", "r.clinicId").onRef("p.id", "=", "r.matchPatientId"),
    )
    .leftJoinLateral(aboveRow(clinic), (join) => join.onTrue())
    .select([
      "r.rowNo",
      "r.patientName",
      "r.birthday",
      sql<string[]>`r.cells`.as("cells"),
      sql<RowFault[]>`r.faults`.as("faults"),
      sql<RowState>`r.state`.as("state"),
      sql<ImportRow["choice"]>`r.choice`.as("choice"),
      "r.isSure",
      "r.matchRow",
      "r.patientId",
      "r.reason",
      "p.id as matchPatientId",
      "p.patientName as matchName",
      "p.birthday as matchBirthday",
      "p.admissionNo as matchNumber",
      "p.isArchived as matchIsArchived",
      "above.patientName as aboveName",
      "above.birthday as aboveBirthday",
    ])
    .where("r.clinicId", "=", clinic.id)
    .where("r.importId", "=", id)
    .where("r.state", "=", state)
    .where("r.rowNo", ">", after)
    .orderBy("r.rowNo")
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    row: row.rowNo,
    state: row.state,
    patientName: row.patientName,
    birthday: row.birthday,
    faults: row.faults.map(({ column, message }) => ({
      column,
      header: column === null ? null : (headers[column] ?? null),
      value: column === null ? "" : (row.cells[column] ?? "").slice(0, SHOWN),
      message,
    })),
    match:
      row.matchPatientId === null && row.matchRow === null
        ? null
        : {
            patientId: row.matchPatientId,
            row: row.matchRow,
            patientName: row.matchName ?? row.aboveName ?? "",
            birthday: row.matchBirthday ?? row.aboveBirthday,
            admissionNo: row.matchNumber,
            isArchived: row.matchIsArchived === true,
            isSure: row.isSure,
          },
    choice: row.choice,
    patientId: row.patientId,
    reason: row.reason,
  }));
}

export async function countRowsOf(clinic: ClinicScope, id: number, state: RowState): Promise<number> {
  const { count } = await selectRows(clinic, id)
    .select((db) => db.fn.countAll<string>().as("count"))
    .where("state", "=", state)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const states: Partial<Record<RowState, string>> = {
  look: "Needs a look",
  here: "Already registered",
  twice: "Twice in the list",
  skipped: "Skipped",
  stayed: "Was not taken back",
};

/** The rows that were not imported, as they are in the list, preceded by the reason. */
export async function exportFaults(clinic: ClinicScope, id: number): Promise<FileAnswer> {
  const headers = await headersOf(clinic, id);
  return csvAnswer(`import-${id}-rows.csv`, ["Row", "State", "Problem", ...headers], chunks());

  async function* chunks() {
    let after = 0;
    for (;;) {
      const rows = await selectRows(clinic, id)
        .select([
          "rowNo",
          "reason",
          sql<RowState>`state`.as("state"),
          sql<string[]>`cells`.as("cells"),
          sql<RowFault[]>`faults`.as("faults"),
        ])
        .where("state", "in", Object.keys(states))
        .where("rowNo", ">", after)
        .orderBy("rowNo")
        .limit(sql.lit(EXPORTED_AT_ONCE))
        .execute();
      yield rows.map(({ rowNo, state, reason, cells, faults }) => [
        String(rowNo),
        states[state] ?? state,
        [...faults.map((fault) => wordsOf(fault, headers)), reason].filter(Boolean).join("; "),
        ...headers.map((_, index) => cells[index] ?? ""),
      ]);
      after = rows.at(-1)?.rowNo ?? after;
      if (rows.length < EXPORTED_AT_ONCE) return;
    }
  }
}

const wordsOf = ({ column, message }: RowFault, headers: readonly string[]) =>
  column === null ? message : `${headers[column]}: ${message}`;
