import type { Client } from "pg";
import type { Invariant } from "./invariant.ts";

type Reference = { name: string; table: string; columns: string[]; to: string; to_columns: string[] };

/**
 * One for each foreign key. PostgreSQL enforces them on writes, but not during a restore without triggers or after a
 * disk error.
 */
export async function referenceInvariants(client: Client): Promise<Invariant[]> {
  const { rows } = await client.query<Reference>(`
    select k.conname as name, k.conrelid::regclass::text as table, k.confrelid::regclass::text as to,
           array(select a.attname::text from unnest(k.conkey) with ordinality as key (number, ordinal)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.number order by key.ordinal) as columns,
           array(select a.attname::text from unnest(k.confkey) with ordinality as key (number, ordinal)
                 join pg_attribute a on a.attrelid = k.confrelid and a.attnum = key.number order by key.ordinal) as to_columns
    -- Citus hides its shards in pg_class, but not their constraints.
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 2, 1`);
  return rows.map((reference) => referenceInvariant(client, reference));
}

function referenceInvariant(client: Client, { table, columns, to, to_columns }: Reference): Invariant {
  const quoted = columns.map((column) => client.escapeIdentifier(column));
  const pairs = quoted.map(
    (column, index) => `t.${client.escapeIdentifier(to_columns[index] ?? "")} = f.${column}`,
  );
  const clinic = columns.includes("clinic_id") ? "f.clinic_id" : "null::bigint";
  return {
    description: `Every ${columns.join(", ")} of ${table} exists in ${to}.`,
    violations: `
      select ${clinic} as clinic_id, '${table} ' || concat_ws(', ', ${quoted.map((column) => `f.${column}`).join(", ")}) as row, 'not in ${to}' as found
      from ${table} f
      where ${quoted.map((column) => `f.${column} is not null`).join(" and ")}
        and not exists (select from ${to} t where ${pairs.join(" and ")})`,
  };
}
