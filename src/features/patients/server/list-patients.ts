import { sql } from "kysely";
import type { PatientListItem } from "#features/patients/contract.ts";
import { fromCursor, toCursor } from "#server/cursor.ts";
import type { Clinic } from "#server/db.ts";
import { asPatientListItem, patientListColumns } from "./patient-columns.ts";
import { conditionsOf, type PatientSelection, type PatientSort, searchesText } from "./patient-filter.ts";

export type PatientPage = {
  sort: PatientSort;
  limit: number;
  cursor?: string | undefined;
};

/** The keys by which a page goes on after a row. */
export const patientKeys =
  (sort: PatientSort) =>
  (row: PatientListItem): (string | number)[] => [sort === "newest" ? row.createdAt : row.hospital, row.id];

/**
 * One page, with one row more than the limit when there is another. The ids are found in an index that holds all
 * the filter compares, in the order of the list, and only those of the page are then read as rows.
 */
export async function listPatients(
  clinic: Clinic,
  selection: PatientSelection,
  page: PatientPage,
  today: string,
): Promise<PatientListItem[]> {
  const [key, direction] = orders[page.sort];
  const onePage = idsOf(clinic, selection, page);
  const rows = await clinic.db
    .with("onThePage", () => onePage)
    .selectFrom("onThePage")
    .innerJoin("patients", "patients.id", "onThePage.id")
    .select(patientListColumns)
    .where("patients.clinicId", "=", clinic.id)
    .orderBy(`patients.${key}`, direction)
    .orderBy("patients.id", direction)
    .execute();
  return rows.slice(0, page.limit + 1).map((row) => asPatientListItem(row, today));
}

/**
 * How many rows are read stands in the statement: of a limit that is a parameter PostgreSQL expects a tenth of all
 * rows, and would rather sort the whole clinic. Few sizes, because each is a statement of its own.
 */
const readSizes = [25, 50, 100, 250, 500, 1000, 2500, 10_000];
const readFor = (limit: number) => sql.lit((readSizes.find((size) => size >= limit) ?? limit) + 1);

const orders = {
  newest: ["createdAt", "desc"],
  "hospital-asc": ["hospital", "asc"],
  "hospital-desc": ["hospital", "desc"],
} as const;

function idsOf(clinic: Clinic, selection: PatientSelection, { sort, limit, cursor }: PatientPage) {
  const [key, direction] = orders[sort];
  const rowsToRead = readFor(limit);
  const after = cursor === undefined ? null : fromCursor(cursor, ["string", "number"]);
  const inOrder = (archived: "without" | "only") => {
    // No index holds both the searched text and the order by hospital: all hits first, then their order.
    const found =
      sort !== "newest" && searchesText(selection)
        ? clinic.db
            .with("found", () => hits(clinic, selection, sort, archived).select("id"))
            .selectFrom("found")
            .innerJoin("patients", "patients.id", "found.id")
            .where("patients.clinicId", "=", clinic.id)
        : hits(clinic, selection, sort, archived);
    let ids = found
      .select(["patients.id", `patients.${key}`])
      .orderBy(`patients.${key}`, direction)
      .orderBy("patients.id", direction)
      .limit(rowsToRead);
    if (after)
      ids = ids.where(
        sql<boolean>`(patients.${sql.ref(key)}, patients.id) ${sql.raw(direction === "asc" ? ">" : "<")}
                     (${after[0]}::${sql.raw(key === "createdAt" ? "timestamptz" : "text")}, ${after[1]}::bigint)`,
      );
    return ids;
  };
  if (selection.archived !== "with") return inOrder(selection.archived);
  return clinic.db
    .selectFrom(inOrder("without").as("active"))
    .selectAll()
    .unionAll(clinic.db.selectFrom(inOrder("only").as("archived")).selectAll())
    .orderBy(key, direction)
    .orderBy("id", direction)
    .limit(rowsToRead);
}

/** Written out, because an index with a condition of its own is used only where the condition is no parameter. */
const archiveCondition = {
  without: "not patients.is_archived",
  only: "patients.is_archived",
  with: "patients.is_archived in (false, true)",
} as const;

const hits = (
  clinic: Clinic,
  selection: PatientSelection,
  sort: PatientSort = "newest",
  archived = selection.archived,
) =>
  clinic.db
    .selectFrom("patients")
    .where("patients.clinicId", "=", clinic.id)
    .where(sql.raw<boolean>(archiveCondition[archived]))
    .where((db) => db.and(conditionsOf(db, selection, sort)));

/** How many the selection holds in all. */
export async function countPatients(clinic: Clinic, selection: PatientSelection): Promise<number> {
  const { total } = await hits(clinic, selection)
    .select((db) => db.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Every patient of the selection, in chunks, so that neither memory nor the event loop holds them all. */
export async function* everyPatient(
  clinic: Clinic,
  selection: PatientSelection,
  sort: PatientSort,
  today: string,
  chunk = 1000,
): AsyncGenerator<PatientListItem[]> {
  let cursor: string | undefined;
  do {
    const rows = await listPatients(clinic, selection, { sort, limit: chunk, cursor }, today);
    const page = rows.slice(0, chunk);
    yield page;
    const last = page.at(-1);
    cursor = rows.length > chunk && last ? toCursor(patientKeys(sort)(last)) : undefined;
  } while (cursor !== undefined);
}
