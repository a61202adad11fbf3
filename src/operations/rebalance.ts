import {
  type Move,
  rebalance as rebalanceCluster,
  ShardCleanupError,
} from "#server/database/cluster/move-shards.ts";
import { requireCoordinator } from "./distribute.ts";
import { inTransaction, logOperation, type Operation, OperationProblem } from "./operation.ts";

const described = ({ shard, from, to }: Move) =>
  `Shard ${shard} and those with it moved from ${from.host}:${from.port} to ${to.host}:${to.port}.`;

export const rebalance: Operation = {
  usage: "rebalance",
  does: "on the coordinator of a Citus cluster: moves clinics between workers until all have as many, while Klinika is at work; again after an interruption",
  async run(surroundings) {
    const { client } = surroundings;
    await requireCoordinator(client);
    const { rows } = await client.query<{ every: string }>(
      "select current_setting('citus.defer_shard_delete_interval') as every",
    );
    if (rows[0]?.every !== "-1")
      throw new OperationProblem(
        "Set citus.defer_shard_delete_interval = -1 in postgresql.conf on every machine and reload it: what a move leaves behind is taken away here, in a way that stops nobody.",
      );
    const lines: string[] = [];
    await rebalanceCluster(client, (move) => lines.push(described(move))).catch((error: unknown) => {
      throw error instanceof ShardCleanupError
        ? new OperationProblem(`${error.message} Run this again.`)
        : error;
    });
    await inTransaction(client, "klinika_owner", () =>
      logOperation(surroundings, "rebalance", { moves: lines.length }),
    );
    return lines.length > 0 ? lines : ["The workers have as many clinics as each other already."];
  },
};
