import type { Client } from "pg";
import { places } from "./table-places.ts";

/** What a database is: one by itself, or a part of a Citus cluster. */
export type NodeRole = "alone" | "coordinator" | "worker";

/** Each node draws ids from its own range: its number is above these bits. */
export const nodeIdBits = 48;

/** Answers a row in a database of a cluster, on any of its machines. */
export const citusInstalled = "select 1 from pg_extension where extname = 'citus'";

/** One short look at the catalog where the extension citus is not. */
export async function nodeRoleOf(client: Client): Promise<NodeRole> {
  const { rowCount } = await client.query(citusInstalled);
  if (!rowCount) return "alone";
  const { rows } = await client.query<{ leads: boolean }>("select citus_is_coordinator() as leads");
  return rows[0]?.leads ? "coordinator" : "worker";
}

/** Tables of the schema that Citus has placed: split by a column, copied to each machine, or local with a foreign key to a copy. */
export async function placedTables(client: Client): Promise<Map<string, "clinic" | "reference" | "local">> {
  const { rows } = await client.query<{ name: string; place: "clinic" | "reference" | "local" }>(
    `select c.relname::text as name,
            case when p.partmethod = 'h' then 'clinic' when p.repmodel = 't' then 'reference' else 'local' end as place
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, place }) => [name, place]));
}

/** Whether clinics' rows lie on several machines. */
export const isDistributed = async (client: Client): Promise<boolean> =>
  (await nodeRoleOf(client)) !== "alone" && (await placedTables(client)).has("patients");

/** For the log: which cluster, and whether all tables have their place in it. */
export async function describeCluster(client: Client): Promise<string> {
  const { rows } = await client.query<{ workers: number }>(
    "select count(*)::integer as workers from pg_dist_node where isactive and groupid <> 0 and noderole = 'primary'",
  );
  const placed = await placedTables(client);
  const left = Object.keys(places).filter((name) => places[name] !== "local" && !placed.has(name));
  const cluster = `The database is the coordinator of a Citus cluster with ${rows[0]?.workers} workers.`;
  if (left.length === 0) return `${cluster} Its tables are distributed.`;
  return `${cluster} ${left.length} tables lie on the coordinator alone: npm run admin -- distribute`;
}
