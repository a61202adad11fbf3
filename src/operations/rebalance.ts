import {
  type Move,
  rebalance as rebalanceCluster,
  ShardCleanupError,
} from "#server/database/cluster/move-shards.ts";
import { requireCoordinator } from "./distribute.ts";
import { inTransaction, logOperation, type Operation, OperationError } from "./operation.ts";

const describeMove = ({ shard, from, to }: Move) =>
  `Shard ${shard} and its colocated shards moved from ${from.host}:${from.port} to ${to.host}:${to.port}.`;

export const rebalance: Operation = {
  usage: "rebalance",
  does: "on the coordinator of a Citus cluster: moves shards until all workers have as many clinics, while Klinika runs; run it again if it was interrupted",
  async run(context) {
    const { client, log } = context;
    await requireCoordinator(client);
    const { rows } = await client.query<{ interval: string }>(
      "select current_setting('citus.defer_shard_delete_interval') as interval",
    );
    if (rows[0]?.interval !== "-1")
      throw new OperationError(
        "Set citus.defer_shard_delete_interval = -1 in postgresql.conf on every node and reload it: this command removes orphaned shards itself, in a way that blocks nobody.",
      );
    let moves = 0;
    const record = (failure?: { failed: true }) =>
      inTransaction(client, "klinika_owner", () => logOperation(context, "rebalance", { moves, ...failure }));
    try {
      await rebalanceCluster(client, (move) => {
        moves += 1;
        log(describeMove(move));
      });
    } catch (error) {
      // Finished moves stay. Where they cannot be logged, the first error matters more.
      await record({ failed: true }).catch(() => undefined);
      throw error instanceof ShardCleanupError
        ? new OperationError(`${error.message} Run this again.`)
        : error;
    }
    await record();
    return [
      moves === 0
        ? "All workers have equally many clinics already."
        : `${moves} moved. All workers have equally many clinics now.`,
    ];
  },
};
