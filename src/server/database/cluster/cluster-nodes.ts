import type { Client } from "pg";
import { type TableKind, tableKinds } from "./table-kinds.ts";

/** Of a database: without Citus, or as a node of a Citus cluster. */
export type NodeRole = "standalone" | "coordinator" | "worker";

/** Each node draws ids from its own range: its number is above these bits. */
export const nodeIdBits = 48;

/** Returns a row on every node of a Citus cluster. */
export const citusInstalled = "select 1 from pg_extension where extname = 'citus'";

/** One short catalog query when citus is not installed. */
export async function nodeRoleOf(client: Client): Promise<NodeRole> {
  const { rowCount } = await client.query(citusInstalled);
  if (!rowCount) return "standalone";
  const { rows } = await client.query<{ leads: boolean }>("select citus_is_coordinator() as leads");
  return rows[0]?.leads ? "coordinator" : "worker";
}

/** The tables in Citus's metadata. A local one is there if it has a foreign key to a reference table. */
export async function citusTables(client: Client): Promise<Map<string, TableKind>> {
  const { rows } = await client.query<{ name: string; kind: TableKind }>(
    `select c.relname::text as name,
            case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as kind
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

/** Whether the clinics' rows are distributed over several nodes. */
export const isDistributed = async (client: Client): Promise<boolean> =>
  (await nodeRoleOf(client)) !== "standalone" && (await citusTables(client)).has("patients");

/** For the log: the size of the cluster, and whether all tables are distributed. */
export async function describeCluster(client: Client): Promise<string> {
  const { rows } = await client.query<{ workers: number }>(
    "select count(*)::integer as workers from pg_dist_node where isactive and groupid <> 0 and noderole = 'primary'",
  );
  const known = await citusTables(client);
  const left = Object.keys(tableKinds).filter((name) => tableKinds[name] !== "local" && !known.has(name));
  const cluster = `The database is the coordinator of a Citus cluster with ${rows[0]?.workers} workers.`;
  if (left.length === 0) return `${cluster} Its tables are distributed.`;
  return `${cluster} ${left.length} tables are on the coordinator only: npm run admin -- distribute`;
}
