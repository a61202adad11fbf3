import type { Client } from "pg";
import { nodeRoleOf } from "#server/database/cluster/cluster-nodes.ts";
import { DistributionError, distributeSchema } from "#server/database/cluster/distribute-tables.ts";
import { tableKinds } from "#server/database/cluster/table-kinds.ts";
import { inTransaction, logOperation, type Operation, OperationProblem } from "./operation.ts";

/** Shards of each table: a cluster grows to as many workers. Citus fixes the number when the first table is split. */
const MAX_SHARDS = 256;

export const distribute: Operation = {
  usage: "distribute [SHARDS]",
  does: "on the coordinator of a Citus cluster: puts each table where docs/cluster.md says, a clinic's rows together, in 32 shards or as many as named; again after a new worker or version",
  async run(surroundings, [word = "32"]) {
    const { client } = surroundings;
    const shards = Number(word);
    if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
      throw new OperationProblem(
        `"${word}" isn't a number of shards. Give one from 1 to ${MAX_SHARDS}, such as 32.`,
      );
    await requireCoordinator(client);
    const began = performance.now();
    const placed = await distributeSchema(client, shards).catch((error: unknown) => {
      throw error instanceof DistributionError ? new OperationProblem(error.message) : error;
    });
    await inTransaction(client, "klinika_owner", () =>
      logOperation(surroundings, "distribute", { tables: placed, shards }),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    if (placed.length === 0)
      return [
        "Every table has its place already. The functions and settings of all machines are those of this version.",
      ];
    const count = (place: string) => placed.filter((name) => tableKinds[name] === place).length;
    return [
      `${count("distributed")} tables are split by clinic and ${count("reference")} copied to every machine, in ${seconds} s.`,
      "Restart Klinika, so that its connections find them.",
    ];
  },
};

/** @throws OperationProblem */
export async function requireCoordinator(client: Client): Promise<void> {
  if ((await nodeRoleOf(client)) !== "coordinator")
    throw new OperationProblem(
      "The database is no coordinator of a Citus cluster: the extension citus is not in it. It works as it is; see docs/cluster.md.",
    );
  const { rows } = await client.query<{ workers: number; may: boolean }>(
    `select (select count(*)::integer from pg_dist_node where isactive and groupid <> 0) as workers, rolsuper as may
     from pg_roles where rolname = current_user`,
  );
  if (!rows[0]?.may)
    throw new OperationProblem("Citus lets a superuser alone do this. Run it with one in DATABASE_URL.");
  if (!rows[0].workers)
    throw new OperationProblem(
      "The cluster has no workers. Add them first: select citus_add_node('HOST', 5432);",
    );
}
