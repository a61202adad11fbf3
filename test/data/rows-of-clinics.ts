import type { Stage } from "#test/app.ts";

/** Tables with clinics' rows, from the catalog. */
export async function clinicTables({ sql }: Stage): Promise<string[]> {
  const found = await sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return found.map(({ name }) => name);
}

const unionOf = (tables: readonly string[], select: (table: string) => string) =>
  tables.map((table) => `(${select(table)})`).join(" union all ");

/** A text that changes whenever any row of the clinic does; one statement that any role can run. */
export const stateStatement = (tables: readonly string[]) =>
  `select string_agg(state, ' ') as state from (${unionOf(
    tables,
    (table) =>
      `select '${table}:' || coalesce(md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)), '') as state from ${table} t where clinic_id = $1`,
  )}) states`;

export async function stateOf({ sql }: Stage, clinicId: number, tables: readonly string[]): Promise<string> {
  const [row] = await sql<{ state: string }>(stateStatement(tables), [clinicId]);
  return row?.state ?? "";
}

/** Every id that belongs to this clinic. All ids come from one sequence, so that no two clinics share one. */
export async function idsOf(
  { sql }: Stage,
  clinicId: number,
  tables: readonly string[],
): Promise<Set<number>> {
  const rows = await sql<{ id: string | null }>(
    unionOf(tables, (table) => `select to_jsonb(t) ->> 'id' as id from ${table} t where clinic_id = $1`),
    [clinicId],
  );
  return new Set([clinicId, ...rows.flatMap(({ id }) => (id ? [Number(id)] : []))]);
}

/** Rows of one clinic that contain an id of another. */
export async function strayRows(
  { sql }: Stage,
  clinicId: number,
  foreign: ReadonlySet<number>,
  tables: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ table: string; row: string }>(
    unionOf(
      tables,
      (table) =>
        `select '${table}' as "table", to_jsonb(t)::text as row from ${table} t
         where clinic_id = $1 and exists (select 1 from jsonb_each_text(to_jsonb(t)) part
                                          where part.key like '%id' and part.value = any($2))`,
    ),
    [clinicId, [...foreign].map(String)],
  );
  return rows.map(({ table, row }) => `${table} ${row.slice(0, 120)}`);
}

/** Ids of a set anywhere in a value. */
export function idsIn(value: unknown, wanted: ReadonlySet<number>): number[] {
  if (typeof value === "number") return wanted.has(value) ? [value] : [];
  // The driver returns bigint as text.
  if (typeof value === "string")
    return /^\d{4,16}$/.test(value) && wanted.has(Number(value)) ? [Number(value)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => idsIn(inner, wanted));
}
