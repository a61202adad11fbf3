import type { Client } from "pg";
import { nodeRoleOf } from "#server/database/cluster/cluster-nodes.ts";
import {
  DistributionError,
  defaultShards,
  distributeSchema,
} from "#server/database/cluster/distribute-tables.ts";
import { tableKinds } from "#server/database/cluster/table-kinds.ts";
import { inTransaction, logOperation, type Operation, OperationError } from "./operation.ts";

/** Shards of a table, and so the most workers. Citus fixes the number when the first table is distributed. */
const MAX_SHARDS = 256;

export const distribute: Operation = {
  usage: "distribute [SHARDS]",
  does: `on the coordinator of a Citus cluster: distributes the tables as docs/cluster.md says, a clinic's rows together, in ${defaultShards} shards or the number given; run it again after a new worker or version`,
  async run(context, [word = String(defaultShards)]) {
    const { client } = context;
    const shards = Number(word);
    if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
      throw new OperationError(
        `"${word}" isn't a number of shards. Give one from 1 to ${MAX_SHARDS}, such as ${defaultShards}.`,
      );
    await requireCoordinator(client);
    const began = performance.now();
    const placed = await distributeSchema(client, shards).catch((error: unknown) => {
      throw error instanceof DistributionError ? new OperationError(error.message) : error;
    });
    await inTransaction(client, "klinika_owner", () =>
      logOperation(context, "distribute", { tables: placed, shards }),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    if (placed.length === 0)
      return ["All tables are distributed already. Functions and settings were sent to all nodes again."];
    const count = (place: string) => placed.filter((name) => tableKinds[name] === place).length;
    return [
      `${count("distributed")} distributed tables and ${count("reference")} reference tables, in ${seconds} s.`,
      "Restart Klinika, so that its connections use them.",
    ];
  },
};

/** @throws OperationError */
export async function requireCoordinator(client: Client): Promise<void> {
  if ((await nodeRoleOf(client)) !== "coordinator")
    throw new OperationError(
      "The database is no coordinator of a Citus cluster: it has no extension citus. It works as it is; see docs/cluster.md.",
    );
  const { rows } = await client.query<{ workers: number; is_superuser: boolean }>(
    `select (select count(*)::integer from pg_dist_node where isactive and groupid <> 0) as workers, rolsuper as is_superuser
     from pg_roles where rolname = current_user`,
  );
  if (!rows[0]?.is_superuser)
    throw new OperationError("Citus requires a superuser for this. Name one in DATABASE_URL.");
  if (!rows[0].workers)
    throw new OperationError(
      "The cluster has no workers. Add them first: select citus_add_node('HOST', 5432);",
    );
}
