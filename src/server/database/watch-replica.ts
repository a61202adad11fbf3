import type { App } from "../kit.ts";

/** Looks whether reports can be read from the replica, and warns while they cannot. */
export async function watchReplica({ kit }: App): Promise<void> {
  const problem = await kit.databases.lookAtReplica();
  kit.warnings.set("replica_unused", problem !== null, { problem });
}
