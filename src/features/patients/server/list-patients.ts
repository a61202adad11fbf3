import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PatientListItem } from "#features/patients/contract.ts";
import { clinicEquals } from "#server/database/clinic-equals.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { fromCursor, toCursor } from "#server/http/cursor.ts";
import { readFitting } from "#server/http/paging.ts";
import { asPatientListItem, patientListColumns } from "./patient-columns.ts";
import {
  type Birthdays,
  birthdaysOf,
  comparedWith,
  conditionsOf,
  type PatientConditions,
  type PatientSelection,
  type PatientSort,
} from "./patient-filter.ts";

export type PatientPage = {
  sort: PatientSort;
  limit: number;
  cursor?: string | undefined;
};

/** The keyset columns of a page. */
export const patientKeys =
  (sort: PatientSort) =>
  (row: PatientListItem): (string | number)[] => [sort === "newest" ? row.createdAt : row.hospital, row.id];

/**
 * One page, plus one row if there is another page. The ids come from an index that covers the filter in the list's
 * order; only the rows of the page are then read.
 */
export async function listPatients(
  clinic: ClinicScope,
  selection: PatientSelection,
  { sort, limit, cursor }: PatientPage,
  today: string,
): Promise<PatientListItem[]> {
  const [afterKey, afterId] = cursor === undefined ? [] : fromCursor(cursor, ["string", "number"]);
  const rows = await pageOfPatients(
    clinic,
    { clinicId: clinic.id, afterKey, afterId, ...comparedWith(selection), ...birthdaysOf(selection) },
    { sort, archived: selection.archived, rowsToRead: readFor(limit) },
  );
  return rows.slice(0, limit + 1).map((row) => asPatientListItem(row, today));
}

/**
 * The limit is a literal: for a parameter PostgreSQL estimates a tenth of all rows and prefers to sort the whole
 * clinic. Few sizes, because each is a statement of its own.
 */
const readSizes = [25, 50, 100, 250, 500, 1000, 2500, 10_000];
const readFor = (limit: number) => (readSizes.find((size) => size >= limit) ?? limit) + 1;

const orders = {
  newest: ["createdAt", "desc"],
  "hospital-asc": ["hospital", "asc"],
  "hospital-desc": ["hospital", "desc"],
} as const;

type Archived = PatientSelection["archived"];
type Selected = PatientConditions & Birthdays & { clinicId: number };
type PageValues = Selected & {
  afterKey?: string | number | undefined;
  afterId?: string | number | undefined;
};
type PageForm = { sort: PatientSort; archived: Archived; rowsToRead: number };

const pageOfPatients = shapedQuery((db, values: PageValues, form: PageForm) => {
  const [key, direction] = orders[form.sort];
  return db
    .with("onThePage", () => idsOf(db, values, form))
    .selectFrom("onThePage")
    .innerJoin("patients", "patients.id", "onThePage.id")
    .select(patientListColumns)
    .where("patients.clinicId", "=", values.clinicId)
    .orderBy(`patients.${key}`, direction)
    .orderBy("patients.id", direction);
});

function idsOf(db: Kysely<Database>, values: PageValues, { sort, archived, rowsToRead }: PageForm) {
  const [key, direction] = orders[sort];
  const { clinicId, afterKey, afterId, ...selected } = values;
  const inOrder = (state: "without" | "only", by: By) => {
    const matches = hits(db, { clinicId, ...selected }, { sort, archived: state, by });
    // No index covers both the search and the order by hospital: matches first, then sorted.
    const found =
      sort !== "newest" && (selected.searched || selected.diagnosed)
        ? db
            .with("found", () => matches.select("id"))
            .selectFrom("found")
            .innerJoin("patients", "patients.id", "found.id")
            .where("patients.clinicId", "=", clinicId)
        : matches;
    const ids = found
      .select(["patients.id", `patients.${key}`])
      .orderBy(`patients.${key}`, direction)
      .orderBy("patients.id", direction)
      .limit(sql.lit(rowsToRead));
    if (afterKey === undefined) return ids;
    return ids.where(
      sql<boolean>`(patients.${sql.ref(key)}, patients.id) ${sql.raw(direction === "asc" ? ">" : "<")}
                   (${afterKey}::${sql.raw(key === "createdAt" ? "timestamptz" : "text")}, ${afterId}::bigint)`,
    );
  };
  const states = archived === "with" ? (["without", "only"] as const) : [archived];
  const [first, ...others] = states.flatMap((state) => waysToFind(selected).map((by) => inOrder(state, by)));
  if (!first) throw new Error("A page is read in one way at least.");
  if (others.length === 0) return first;
  // A patient may be found by both the text and the birthday, and is listed once.
  return others
    .reduce(
      (all, page) => all.union(db.selectFrom(page.as("page")).selectAll()),
      db.selectFrom(first.as("page")).selectAll(),
    )
    .orderBy(key, direction)
    .orderBy("id", direction)
    .limit(sql.lit(rowsToRead));
}

/**
 * A date is searched for as text and as a birthday. These are two readings joined by a union, because no index answers
 * "one or the other" and the table itself would be read.
 */
type By = "text" | "birthday";
const waysToFind = ({ bornFrom }: Birthdays): By[] =>
  bornFrom === undefined ? ["text"] : ["text", "birthday"];

/** Literals, because a partial index is only used where its condition is not a parameter. */
const archiveCondition = {
  without: "not patients.is_archived",
  only: "patients.is_archived",
  with: "patients.is_archived in (false, true)",
} as const;

function hits(
  db: Kysely<Database>,
  {
    clinicId,
    bornFrom,
    bornTo,
    ...compared
  }: PatientConditions & Birthdays & { clinicId: number | RawBuilder<number> },
  { sort, archived, by }: { sort: PatientSort; archived: Archived; by: By },
) {
  const ofClinic = db
    .selectFrom("patients")
    .where("patients.clinicId", "=", clinicId)
    .where(sql.raw<boolean>(archiveCondition[archived]));
  if (by === "text" || bornFrom === undefined || bornTo === undefined)
    return ofClinic.where((patients) => patients.and(conditionsOf(patients, compared, sort)));
  const rest = { ...compared, searched: undefined };
  return ofClinic
    .where("birthday", ">=", bornFrom)
    .where("birthday", "<=", bornTo)
    .where((patients) => patients.and(conditionsOf(patients, rest, sort)));
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

/** All patients of the selection in chunks, so that they are never in memory together. */
export async function* everyPatient(
  clinic: ClinicScope,
  selection: PatientSelection,
  sort: PatientSort,
  today: string,
  chunk = 250,
): AsyncGenerator<PatientListItem[]> {
  let cursor: string | undefined;
  do {
    const { read: rows, limit } = await readFitting(chunk, (most) =>
      listPatients(clinic, selection, { sort, limit: most, cursor }, today),
    );
    const page = rows.slice(0, limit);
    yield page;
    const last = page.at(-1);
    cursor = rows.length > limit && last ? toCursor(patientKeys(sort)(last)) : undefined;
  } while (cursor !== undefined);
}
