import type { App } from "../kit.ts";

/** Checks whether reports can read from the replica, and warns while they cannot. */
export async function watchReplica({ kit }: App): Promise<void> {
  const problem = await kit.databases.checkReplica();
  kit.warnings.set("replica_unused", problem !== null, { problem });
}
