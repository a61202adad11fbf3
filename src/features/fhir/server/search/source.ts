import { type SelectQueryBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { readFitting } from "#server/http/paging.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { Resource } from "../resources/resource.ts";

/** A row's position in the reading order: the text of the sort column, "" when sorted by id alone. */
export type RowPosition = { key: string; id: number };

/** From an instant (inclusive) to another (exclusive), as ISO texts. */
export type Span = { from?: string | undefined; to?: string | undefined };

export type Wanted = {
  ids?: readonly number[] | undefined;
  patientId?: number | undefined;
  /** A range of the sort column. */
  span?: Span | undefined;
  /** The last row that was read; with `isWithin` it is read again. */
  after?: (RowPosition & { isWithin: boolean }) | undefined;
  limit: number;
};

export type Found = { place: RowPosition; patientId: number | null; resources: Resource[] };
/** `last`: the row after which the next read continues, or null at the end. */
type ReadRows = { found: Found[]; last: RowPosition | null };

/** A table or query whose rows become resources of one type. */
export type Source = {
  /** The prefix of its resources' ids. */
  prefix: string;
  /** The highest number that a row's id may have. */
  isInParts?: true;
  /** Whether an index supports reading by time without a patient. */
  isByTime: boolean;
  read(clinic: ClinicScope, wanted: Wanted, now: Date): Promise<ReadRows>;
};

type TimeColumn = {
  column: string;
  type: "timestamptz" | "date";
  /** Whether an index has the clinic's rows in its order; `alone`: it is always used. */
  isIndexed?: true | "alone";
};

type Row = { id: number };

/** A row of a query of the clinic. */
export type RowOf<Select extends (clinic: ClinicScope, wanted: Wanted) => { execute: () => Promise<Row[]> }> =
  Awaited<ReturnType<ReturnType<Select>["execute"]>>[number];

type Draft<DB, TB extends keyof DB, Read extends Row> = {
  prefix?: string;
  isInParts?: true;
  /** The clinic's rows, without confidential ones. */
  select: (clinic: ClinicScope, wanted: Wanted) => SelectQueryBuilder<DB, TB, Read>;
  id: string;
  /** The patient's column; null where rows belong to no patient. */
  patient: string | null;
  /** The sort column of a patient's rows, the newest first; without it by id. */
  newest?: TimeColumn;
  asResources: (row: Read, today: string) => Resource[];
};

type Order = { time: TimeColumn | null; direction: "asc" | "desc" };

/** The order for a request that an index supports. */
function orderOf(newest: TimeColumn | undefined, { ids, patientId, span }: Wanted): Order {
  if (ids || !newest) return { time: null, direction: "asc" };
  if (newest.isIndexed === "alone") return { time: newest, direction: "asc" };
  if (patientId !== undefined) return { time: newest, direction: "desc" };
  return span && newest.isIndexed ? { time: newest, direction: "asc" } : { time: null, direction: "asc" };
}

/** A patient's rows, the newest first; those of a range of time, the oldest first; or all by id. */
export function source<DB, TB extends keyof DB, Read extends Row>({
  prefix = "",
  select,
  id,
  patient,
  newest,
  asResources,
  ...more
}: Draft<DB, TB, Read>): Source {
  const idOf = sql.ref<number>(id);
  const read = async (
    clinic: ClinicScope,
    wanted: Wanted,
  ): Promise<(Read & { orderKey: string; about: number | null })[]> => {
    const { ids, patientId, after, limit } = wanted;
    const { time, direction } = orderOf(newest, wanted);
    let query = select(clinic, wanted).select([
      (time ? sql<string>`${sql.ref(time.column)}::text` : sql<string>`''`).as("orderKey"),
      (patient ? sql<number | null>`${sql.ref(patient)}` : sql<number | null>`null::bigint`).as("about"),
    ]);
    if (time) query = query.orderBy(sql.ref(time.column), direction);
    query = query.orderBy(idOf, direction).limit(sql.lit(limit));
    if (ids) query = query.where(sql<boolean>`${idOf} = any (${`{${ids.join()}}`}::bigint[])`);
    if (patientId !== undefined && patient)
      query = query.where(sql<boolean>`${sql.ref(patient)} = ${patientId}::bigint`);
    if (time && wanted.span) query = query.where(within(time, wanted.span));
    if (after) query = query.where(behind({ time, direction }, idOf, after));
    return query.execute() as unknown as Promise<(Read & { orderKey: string; about: number | null })[]>;
  };
  return {
    prefix,
    ...more,
    isByTime: newest?.isIndexed !== undefined,
    async read(clinic, wanted, now) {
      if (wanted.patientId !== undefined && !patient) return { found: [], last: null };
      const { read: rows, limit } = await readFitting(wanted.limit, (most) =>
        read(clinic, { ...wanted, limit: most }),
      );
      const today = manilaDay(now);
      const found = rows.map((row) => ({
        place: { key: row.orderKey, id: row.id },
        patientId: row.about,
        resources: asResources(row, today),
      }));
      return { found, last: rows.length < limit ? null : (found.at(-1)?.place ?? null) };
    },
  };
}

/** The first and last day are read whole; the search also checks each resource's own time. */
function within({ column, type }: TimeColumn, { from, to }: Span) {
  const at = sql.ref(column);
  const bound = (instant: string) => (type === "date" ? manilaDay(new Date(instant)) : instant);
  const parts = [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${bound(from)}::${sql.raw(type)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} <= ${bound(to)}::${sql.raw(type)}`]),
  ];
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`;
}

function behind(
  { time, direction }: Order,
  id: ReturnType<typeof sql.ref<number>>,
  { key, id: last, isWithin }: RowPosition & { isWithin: boolean },
) {
  const than = sql.raw(`${direction === "asc" ? ">" : "<"}${isWithin ? "=" : ""}`);
  return time
    ? sql<boolean>`(${sql.ref(time.column)}, ${id}) ${than} (${key}::${sql.raw(time.type)}, ${last}::bigint)`
    : sql<boolean>`${id} ${than} ${last}::bigint`;
}
