import type { Snapshot } from "#server/database/driver/snapshot.ts";
import { exportedTables } from "./exported-tables.ts";

export type Column = {
  name: string;
  type: string;
  /** A generated column. */
  isGenerated: boolean;
  /** Refers to an account. */
  isUser: boolean;
};

export type TableShape = {
  name: string;
  columns: Column[];
  /** The sort key of the rows, ready for SQL. */
  order: string;
};

/** With the number of rows of the clinic. */
export type CountedTable = TableShape & { rows: number };

/** The column refers to an account, by a foreign key or by its name where there is none. */
const namesUser = `a.attname in ('sent_by_id', 'referring_doctor_id') or exists (
  select 1 from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'users'::regclass
    and a.attnum = any (k.conkey) and a.attname <> 'clinic_id')`;

/** The exported tables as the database has them, without withheld columns. */
export async function tableShapes(snapshot: Snapshot): Promise<TableShape[]> {
  const rows = await snapshot.rows<TableShape>(
    `select c.relname::text as name,
            json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype::text,
              'isGenerated', a.attgenerated <> '', 'isUser', ${namesUser}) order by a.attnum) as columns,
            (select string_agg(quote_ident(k.attname), ', ' order by array_position(i.indkey::int2[], k.attnum))
             from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
             where i.indrelid = c.oid and i.indisprimary) as order
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any ($1)
     group by c.oid order by c.relname`,
    [Object.keys(exportedTables)],
  );
  return rows.map(({ name, columns, order }) => ({
    name,
    order,
    columns: columns.filter((column) => !exportedTables[name]?.withheld?.includes(column.name)),
  }));
}

export async function countedTables(snapshot: Snapshot, clinicId: number): Promise<CountedTable[]> {
  const counted: CountedTable[] = [];
  for (const shape of await tableShapes(snapshot))
    counted.push({ ...shape, rows: await countRows(snapshot, shape.name, clinicId) });
  return counted;
}

export const isOfClinic = (name: string) => (name === "clinics" ? "t.id = $1" : "t.clinic_id = $1");

/** The clinic's patients, and the records merged into them, whose older rows still name them by their own ids. */
const patientIds = `
  with recursive named (id) as (
    select p.id from patients p where p.clinic_id = $1
    union
    select m.other_id from named join merges m on m.survivor_id = named.id
    where m.clinic_id = $1 and m.undone_at is null)
  select id from named`;

/** The rows `t` of a table that are exported, ready for SQL after `from`; $1 is the clinic. */
export function exportedRows(name: string): string {
  const { readBy, patient } = exportedTables[name] ?? {};
  const all = readBy
    ? `${readBy}(0, 2147483647) t where $1::bigint is not null`
    : `${name} t where ${isOfClinic(name)}`;
  return patient ? `${all} and (${patient} is null or ${patient} in (${patientIds}))` : all;
}

async function countRows(snapshot: Snapshot, name: string, clinicId: number): Promise<number> {
  const counted = `select count(*) as rows from ${exportedRows(name)}`;
  const [row] = await snapshot.rows<{ rows: number }>(counted, [clinicId]);
  return row?.rows ?? 0;
}
