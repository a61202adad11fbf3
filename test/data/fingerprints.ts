import type { Client } from "pg";
import { excludedTables } from "#operations/backup/tables.ts";

/** Row count and hash of each table, computed independently of the backup's own code. */
export async function fingerprints(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)",
    [[...excludedTables, "migrations"]],
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as print from ${name} t`,
    );
    found[name] = rows[0]?.print ?? "";
  }
  return found;
}
