import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Patient, PatientListItem } from "#features/patients/contract.ts";
import { clinicEquals } from "#server/database/clinic-equals.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { fromCursor } from "#server/http/cursor.ts";
import { everyRow, idsAsArray, idsAsText, idsInText } from "#server/http/every-row.ts";
import { requireLast } from "#server/patient/require-patient.ts";
import { asPatient, asPatientListItem, patientColumns, patientListColumns } from "./patient-columns.ts";
import { everyBestMatch, pageOfBestMatches } from "./search/best-matches.ts";
import {
  birthdaysOf,
  comparedWith,
  type PatientSelection,
  type PatientSort,
} from "./search/patient-filter.ts";
import { type Archived, type By, hits, type Selected, waysToFind } from "./search/patient-hits.ts";

export type PatientPage = {
  sort: PatientSort;
  limit: number;
  cursor?: string | undefined;
};

/** The keyset columns of a page. When sorted by name the cursor is the row's id, so that no URL contains a name. */
export const patientKeys =
  (sort: PatientSort) =>
  (row: PatientListItem): (string | number)[] => {
    if (sort === "newest") return [row.createdAt, row.id];
    return isByName(sort) ? [row.id] : [row.hospital, row.id];
  };

const isByName = (sort: PatientSort) => sort === "best" || sort === "name-asc" || sort === "name-desc";

/** One page, plus one row if there is another page; with the total where it is cheap. */
export async function readPage(
  clinic: ClinicScope,
  selection: PatientSelection,
  { sort, limit, cursor }: PatientPage,
  today: string,
): Promise<{ rows: PatientListItem[]; total?: number | undefined }> {
  const values = { clinicId: clinic.id, ...comparedWith(selection), ...birthdaysOf(selection) };
  const rowsToRead = readFor(limit);
  const [key, id] = afterOf(sort, cursor);
  if (sort === "best") {
    const { rows, total } = await pageOfBestMatches(
      clinic,
      selection,
      { ...values, afterId: id },
      { limit, rowsToRead },
    );
    if (id !== undefined && rows.length === 0) await requireLast(clinic, id);
    return { rows: rows.slice(0, limit + 1).map((row) => asPatientListItem(row, today)), total };
  }
  const rows = await pageOfPatients(
    clinic,
    { ...values, afterKey: key, afterId: id },
    { sort, archived: selection.archived, rowsToRead },
  );
  if (isByName(sort) && id !== undefined && rows.length === 0) await requireLast(clinic, id);
  return { rows: rows.slice(0, limit + 1).map((row) => asPatientListItem(row, today)) };
}

function afterOf(sort: PatientSort, cursor: string | undefined): [string | undefined, number | undefined] {
  if (cursor === undefined) return [undefined, undefined];
  return isByName(sort)
    ? [undefined, ...fromCursor(cursor, ["number"])]
    : fromCursor(cursor, ["string", "number"]);
}

/**
 * The limit is a literal: for a parameter PostgreSQL estimates a tenth of all rows and prefers to sort the whole
 * clinic. Few sizes, because each is a separate statement.
 */
const readSizes = [25, 50, 100, 250, 500, 1000, 2500, 10_000];
const readFor = (limit: number) => (readSizes.find((size) => size >= limit) ?? limit) + 1;

type ListSort = Exclude<PatientSort, "best">;

const byName = sql<string>`patients.search_text collate "C"`;
const orders = {
  newest: [sql.ref<string>("patients.createdAt"), "desc"],
  "name-asc": [byName, "asc"],
  "name-desc": [byName, "desc"],
  "hospital-asc": [sql.ref<string>("patients.hospital"), "asc"],
  "hospital-desc": [sql.ref<string>("patients.hospital"), "desc"],
} as const satisfies Record<ListSort, [RawBuilder<string>, "asc" | "desc"]>;

type PageValues = Selected & {
  afterKey?: string | undefined;
  afterId?: number | undefined;
};
/** `rowsToRead`: null for all. */
type PageForm = { sort: ListSort; archived: Archived; rowsToRead: number | null };

/** The ids come from an index that covers the filter in the list's order; only the rows of the page are then read. */
const pageOfPatients = shapedQuery((db, values: PageValues, form: PageForm) => {
  const [, direction] = orders[form.sort];
  return db
    .with("onThePage", () => idsOf(db, values, form))
    .selectFrom("onThePage")
    .innerJoin("patients", "patients.id", "onThePage.id")
    .select(patientListColumns)
    .where("patients.clinicId", "=", values.clinicId)
    .orderBy("onThePage.key", direction)
    .orderBy("onThePage.id", direction);
});

function idsOf(db: Kysely<Database>, values: PageValues, { sort, archived, rowsToRead }: PageForm) {
  const [key, direction] = orders[sort];
  const { clinicId, afterKey, afterId, ...selected } = values;
  const inOrder = (state: "without" | "only", by: By) => {
    const matches = hits(db, { clinicId, ...selected }, { sort, archived: state, by });
    // No index covers both the search and the order by hospital or name: matches first, then sorted.
    const found =
      sort !== "newest" && (selected.searched || selected.diagnosed)
        ? db
            .with("found", () => matches.select("id"))
            .selectFrom("found")
            .innerJoin("patients", "patients.id", "found.id")
            .where("patients.clinicId", "=", clinicId)
        : matches;
    const all = found.select(["patients.id", key.as("key")]);
    if (rowsToRead === null) return all;
    const ids = all.orderBy(key, direction).orderBy("patients.id", direction).limit(sql.lit(rowsToRead));
    if (afterId === undefined) return ids;
    const after =
      sort === "newest"
        ? sql`${afterKey}::timestamptz`
        : isByName(sort)
          ? sql`(select search_text collate "C" from patients where clinic_id = ${clinicId} and id = ${afterId}::bigint)`
          : sql`${afterKey}::text`;
    return ids.where(
      sql<boolean>`(${key}, patients.id) ${sql.raw(direction === "asc" ? ">" : "<")} (${after}, ${afterId}::bigint)`,
    );
  };
  const states = archived === "with" ? (["without", "only"] as const) : [archived];
  const [first, ...others] = states.flatMap((state) => waysToFind(selected).map((by) => inOrder(state, by)));
  if (!first) throw new Error("A page is read in one way at least.");
  if (others.length === 0) return first;
  // A patient may be found by both the text and the birthday, and is listed once.
  const either = others.reduce(
    (all, page) => all.union(db.selectFrom(page.as("page")).selectAll()),
    db.selectFrom(first.as("page")).selectAll(),
  );
  if (rowsToRead === null) return either;
  return either.orderBy("key", direction).orderBy("id", direction).limit(sql.lit(rowsToRead));
}

const allInOrder = shapedQuery((db, values: Selected, form: { sort: ListSort; archived: Archived }) => {
  const direction = sql.raw(orders[form.sort][1]);
  return db
    .selectFrom(idsOf(db, values, { ...form, rowsToRead: null }).as("found"))
    .select(idsAsText(sql`key ${direction}, id ${direction}`).as("ids"));
});

/** All patients of the selection, in the list's order. */
export async function everyPatientId(
  clinic: ClinicScope,
  selection: PatientSelection,
  sort: PatientSort,
): Promise<number[]> {
  const values = { clinicId: clinic.id, ...comparedWith(selection), ...birthdaysOf(selection) };
  if (sort === "best") return everyBestMatch(clinic, selection, values);
  const [row] = await allInOrder(clinic, values, { sort, archived: selection.archived });
  return idsInText(row?.ids ?? "");
}

const numberOfPatients = shapedQuery((db, values: Selected, { archived }: { archived: Archived }) => {
  const selected = { ...values, clinicId: clinicEquals(values.clinicId) };
  const found = (by: By) => hits(db, selected, { sort: "newest", archived, by });
  if (values.bornFrom === undefined)
    return found("text").select((patients) => patients.fn.countAll<number>().as("total"));
  return db
    .selectFrom(found("text").select("id").union(found("birthday").select("id")).as("found"))
    .select((patients) => patients.fn.countAll<number>().as("total"));
});

/** The number of patients in the selection. */
export async function countPatients(clinic: ClinicScope, selection: PatientSelection): Promise<number> {
  const { archived } = selection;
  const [row] = await numberOfPatients(
    clinic,
    { clinicId: clinic.id, ...comparedWith(selection), ...birthdaysOf(selection) },
    { archived },
  );
  return row?.total ?? 0;
}

const ofIds = (db: Kysely<Database>, { clinicId, ids }: { clinicId: number; ids: string }) =>
  db
    .selectFrom("patients")
    .where("clinicId", "=", clinicId)
    .where(sql<boolean>`patients.id = any (${ids}::bigint[])`);

const rowsOfIds = shapedQuery((db, values: { clinicId: number; ids: string }) =>
  ofIds(db, values).select(patientListColumns),
);
const recordsOfIds = shapedQuery((db, values: { clinicId: number; ids: string }) =>
  ofIds(db, values).select(patientColumns),
);

/** Unordered. */
export async function patientsOfIds(
  clinic: ClinicScope,
  ids: readonly number[],
  today: string,
): Promise<PatientListItem[]> {
  const rows = await rowsOfIds(clinic, { clinicId: clinic.id, ids: idsAsArray(ids) });
  return rows.map((row) => asPatientListItem(row, today));
}

/** Whole records, unordered. */
export async function recordsOf(
  clinic: ClinicScope,
  ids: readonly number[],
  today: string,
): Promise<Patient[]> {
  const rows = await recordsOfIds(clinic, { clinicId: clinic.id, ids: idsAsArray(ids) });
  return rows.map((row) => asPatient(row, today));
}

/** Reads the patients of these ids, whole (`recordsOf`) or as a list shows them (`patientsOfIds`). */
export type ReadPatients<Row> = (
  clinic: ClinicScope,
  ids: readonly number[],
  today: string,
) => Promise<Row[]>;

/** All patients of the selection in chunks, so that they are never in memory together. */
export async function* everyPatient<Row extends { id: number }>(
  clinic: ClinicScope,
  selection: PatientSelection,
  { sort, today, read }: { sort: PatientSort; today: string; read: ReadPatients<Row> },
): AsyncGenerator<Row[]> {
  const ids = await everyPatientId(clinic, selection, sort);
  const readSome = (one: ClinicScope, some: readonly number[]) => read(one, some, today);
  for await (const rows of everyRow(clinic, ids, readSome)) yield rows.filter((row) => row !== null);
}
