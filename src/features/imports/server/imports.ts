import { sql } from "kysely";
import { customFieldOf, fieldOf, isImportTarget, joinedTargets } from "#features/imports/import-fields.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { Failure, notFound } from "#shared/errors.ts";
import {
  type Import,
  type ImportDetails,
  type ImportFigures,
  type ImportMapping,
  type ImportState,
  MAX_OPEN_IMPORTS,
} from "../contract.ts";
import { isBeforeImport, mayRun, mayTakeBack, TAKEN_BACK_WITHIN, takeBackUntil } from "../rules.ts";
import { refuseOtherTables } from "./archive-tables.ts";
import { isOptionalOfVisit } from "./consultations/read-consultation.ts";
import { guessTargets, questionsOf, rememberHeaders, type StoredColumn } from "./guess-mapping.ts";
import { kindOfHeaders } from "./header-targets.ts";
import { selectImport, storedColumns, storedMapping, updateImport } from "./import-store.ts";
import type { ReadList } from "./reading/read-in-worker.ts";
import { isOptional } from "./values/read-row.ts";

export const DEFAULT_IMPORTS = 20;

const open: ImportState[] = ["mapping", "checking", "checked", "running"];

const summaries = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("imports")
    .select([
      "imports.id",
      "imports.fileName",
      "imports.format",
      "imports.sheet",
      "imports.sheets",
      "imports.encoding",
      "imports.state",
      "imports.progress",
      "imports.rowCount",
      "imports.problem",
      "imports.createdAt",
      "imports.ranAt",
      "imports.takenBackAt",
      sql<Partial<ImportFigures>>`imports.figures`.as("figures"),
      nameOfUser(clinic, "imports.createdById").as("createdByName"),
    ])
    .where("imports.clinicId", "=", clinic.id);

type Summary = Awaited<ReturnType<ReturnType<typeof summaries>["executeTakeFirstOrThrow"]>>;

const noFigures = {
  new: 0,
  here: 0,
  twice: 0,
  look: 0,
  faults: 0,
  skipped: 0,
  chosen: 0,
  added: 0,
  updated: 0,
  stayed: 0,
  takenBack: 0,
};

const asImport = ({ rowCount, figures, ...row }: Summary): Import => ({
  ...row,
  format: row.format as Import["format"],
  encoding: row.encoding as Import["encoding"],
  state: row.state as ImportState,
  figures: { ...noFigures, ...figures, rows: rowCount },
  takeBackUntil: row.ranAt && takeBackUntil(row.ranAt).toISOString(),
});

export async function listImports(
  clinic: ClinicScope,
  { limit = DEFAULT_IMPORTS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Import[]> {
  const rows = await newestFirst(summaries(clinic), { id: "imports.id" }, { limit, cursor }).execute();
  return rows.map(asImport);
}

async function findImport(clinic: ClinicScope, id: number): Promise<Import> {
  const row = await summaries(clinic)
    .where("imports.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Import"));
  return asImport(row);
}

export async function importDetails(clinic: ClinicScope, id: number): Promise<ImportDetails> {
  const summary = await findImport(clinic, id);
  const { leftOut, columns, mapping } = await selectImport(clinic, id)
    .select(["leftOut", storedColumns, storedMapping])
    .executeTakeFirstOrThrow(() => notFound("Import"));
  return {
    ...summary,
    leftOut,
    mapping,
    unread: summary.state === "checked" ? await unreadColumns(clinic, id, { columns, mapping }) : [],
    guesses: {
      patients: await guessTargets(clinic, columns, "patients"),
      consultations: await guessTargets(clinic, columns, "consultations"),
    },
    columns: columns.map((column, index) => ({
      header: column.header,
      samples: column.profile.samples,
      filled: column.profile.filled,
      target: mapping.targets[index] ?? null,
      dates: column.profile.dates,
      ...questionsOf(column, mapping.targets[index] ?? null, mapping),
    })),
  };
}

/** The columns whose unreadable cells keep rows from being imported, although a patient may lack them. */
async function unreadColumns(
  clinic: ClinicScope,
  id: number,
  {
    columns,
    mapping: { kind, targets, toRemarks },
  }: { columns: readonly StoredColumn[]; mapping: ImportMapping },
): Promise<ImportDetails["unread"]> {
  const { rows } = await sql<{ column: number; cells: number; example: string }>`
    select (f ->> 'column')::integer as "column", count(*)::integer as cells,
           left(max(coalesce(r.cells ->> (f ->> 'column')::integer, '')), 80) as example
    from import_rows r cross join lateral jsonb_array_elements(r.faults) as f
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.state = 'look' and f ->> 'column' is not null
    group by 1 order by 2 desc, 1`.execute(clinic.db);
  const mayLack = kind === "patients" ? isOptional : isOptionalOfVisit;
  return rows.flatMap(({ column, ...found }) =>
    mayLack(targets[column] ?? null) && !toRemarks.includes(column)
      ? [{ column, header: columns[column]?.header ?? "", ...found }]
      : [],
  );
}

/** The row of an import, locked; refused unless its state allows what is wanted. */
export async function lockImport(
  clinic: ClinicScope,
  id: number,
  isAllowed: (list: { state: string }) => boolean,
  refusal: string,
) {
  const row = await selectImport(clinic, id)
    .select(["state", "ranAt", "progress", storedColumns, storedMapping])
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Import"));
  if (!isAllowed(row)) throw new Failure("already_done", refusal);
  return row;
}

/** The size of a list's cells: about what each work on it writes. */
export async function bytesOf(clinic: ClinicScope, id: number): Promise<number> {
  const { bytes } = await selectImport(clinic, id)
    .select("bytes")
    .executeTakeFirstOrThrow(() => notFound("Import"));
  return Number(bytes);
}

/** Stores a parsed list, with the guessed columns. */
export async function insertImport(
  clinic: ClinicScope,
  list: ReadList,
  { fileName, bytes, now }: { fileName: string; bytes: number; now: Date },
): Promise<number> {
  const waiting = await clinic.db
    .selectFrom("imports")
    .select((db) => db.fn.countAll<number>().as("count"))
    .where("clinicId", "=", clinic.id)
    .where("state", "in", open)
    .executeTakeFirstOrThrow();
  if (Number(waiting.count) >= MAX_OPEN_IMPORTS)
    throw new Failure(
      "unusable",
      `${MAX_OPEN_IMPORTS} lists wait to be imported. Import or cancel one of them first.`,
    );
  await refuseOtherTables(clinic, list.headers);
  const columns: StoredColumn[] = list.headers.map((header, index) => ({
    header: header.slice(0, 200),
    profile: list.profiles[index] as StoredColumn["profile"],
  }));
  const { name } = await clinic.db
    .selectFrom("clinics")
    .select("name")
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  const kind = kindOfHeaders(list.headers);
  const mapping: ImportMapping = {
    kind,
    targets: await guessTargets(clinic, columns, kind),
    hospital: name,
    shortYears: null,
    sexWords: {},
    missingSex: null,
    toRemarks: [],
    doubles: "skip",
  };
  const { id } = await clinic.db
    .insertInto("imports")
    .values({
      clinicId: clinic.id,
      fileName: fileName.slice(0, 255),
      format: list.format,
      sheet: list.sheet?.slice(0, 100) ?? null,
      sheets: list.sheets.map((sheet) => sheet.slice(0, 100)),
      encoding: list.encoding,
      leftOut: list.leftOut,
      columns: JSON.stringify(columns),
      mapping: JSON.stringify(mapping),
      rowCount: list.rowCount,
      bytes,
      createdById: clinic.userId,
      workedForId: clinic.userId,
      createdAt: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const decoder = new TextDecoder();
  // With "returning" a cluster inserts what it has read; without, it copies, which row security refuses.
  for (const chunk of list.chunks)
    await sql`
      insert into import_rows (clinic_id, import_id, row_no, cells)
      select ${clinic.id}::bigint, ${id}::bigint, (line ->> 0)::integer, line -> 1
      from jsonb_array_elements(${decoder.decode(chunk)}::jsonb) as line
      returning 1`.execute(clinic.db);
  return id;
}

/** Sets the columns; the dry run then starts over. Corrections stay. */
export async function mapImport(clinic: ClinicScope, id: number, mapping: ImportMapping): Promise<Import> {
  const stored = await lockImport(clinic, id, isBeforeImport, "This list was imported already.");
  refuseMapping(stored.columns, mapping);
  await rememberHeaders(clinic, stored.columns, mapping);
  await startCheck(clinic, id, mapping);
  return findImport(clinic, id);
}

/** What begins in the background begins at the first row, for its user. */
const fromStart = (clinic: ClinicScope) => ({
  progress: 0,
  problem: null,
  workedForId: clinic.userId,
  leasedUntil: null,
  attempts: 0,
});

/** Checks every row again, in the background. */
export async function startCheck(clinic: ClinicScope, id: number, mapping: ImportMapping): Promise<void> {
  await updateImport(clinic, id)
    .set({ ...fromStart(clinic), state: "checking", mapping: JSON.stringify(mapping), figures: "{}" })
    .execute();
}

function refuseMapping(columns: readonly StoredColumn[], mapping: ImportMapping): void {
  const { kind, targets } = mapping;
  const problems: Record<string, string> = {};
  const taken = new Map<string, number>();
  for (const [index, target] of targets.entries()) {
    const column = columns[index];
    if (target === null || !column) continue;
    if (!isImportTarget(target, kind) && (kind !== "patients" || customFieldOf(target) === null)) {
      problems[`targets.${index}`] = `A list of ${kind} has no such column`;
      continue;
    }
    const field = fieldOf(target);
    const before = taken.get(field);
    if (before !== undefined && !joinedTargets.includes(target))
      problems[`targets.${index}`] = `${columns[before]?.header} is imported as this already`;
    else taken.set(field, index);
    const { asks } = questionsOf(column, target, mapping);
    if (asks.includes("date-order"))
      problems[`targets.${index}`] =
        `${column.profile.dates.example} can be read in two ways: choose whether the month or the day comes first`;
    if (asks.includes("short-years")) problems.shortYears = "Choose the century of two-digit years";
    if (asks.includes("sex-words"))
      problems.sexWords = "Choose which of these words is male and which is female";
  }
  if (kind === "patients" && !taken.has("sex") && !taken.has("ageSex") && mapping.missingSex === null)
    problems.missingSex = "The list has no sex column: choose the sex of these patients";
  if (kind === "consultations" && mapping.doubles === "update")
    problems.doubles = "Use skip or keep for consultations";
  if (targets.length !== columns.length) problems.targets = `The list has ${columns.length} columns`;
  else if (kind === "consultations" && !taken.has("visitDay"))
    problems.targets = "Choose the column with the date of the visit";
  else if (
    !["name", "lastName", "firstName"].some((field) => taken.has(field)) &&
    (kind === "patients" || !taken.has("admissionNo"))
  )
    problems.targets =
      kind === "patients"
        ? "Choose the column with the name"
        : "Choose the column with the name or the admission number";
  const [first] = Object.values(problems);
  if (first) throw new Failure("invalid", first, { fields: problems });
}

const works = {
  running: {
    isAllowed: mayRun,
    refusal: "Only a list that was checked and not imported yet can be imported.",
  },
  "taking-back": { isAllowed: mayTakeBack, refusal: "Only an import that is done can be taken back." },
} as const;

/** Starts work on an import in the background. */
export async function startWork(
  clinic: ClinicScope,
  id: number,
  to: keyof typeof works,
  now: Date,
): Promise<Import> {
  const { ranAt } = await lockImport(clinic, id, works[to].isAllowed, works[to].refusal);
  if (to === "taking-back" && ranAt && now > takeBackUntil(ranAt))
    throw new Failure("unusable", `An import can be taken back within ${TAKEN_BACK_WITHIN} days.`);
  await updateImport(clinic, id)
    .set({ ...fromStart(clinic), state: to, ...(to === "running" && { ranAt: now.toISOString() }) })
    .execute();
  return findImport(clinic, id);
}

export async function removeImport(clinic: ClinicScope, id: number): Promise<void> {
  await clinic.transaction(async (joined) => {
    await lockImport(joined, id, isBeforeImport, "This list was imported. It can be taken back instead.");
    await joined.db.deleteFrom("imports").where("clinicId", "=", clinic.id).where("id", "=", id).execute();
  });
}
