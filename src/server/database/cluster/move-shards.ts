import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { retry } from "../retry.ts";

/** A shard, with those of all tables that are colocated with it, and the workers it moves between. */
export type Move = { shard: string; from: Worker; to: Worker };
type Worker = { host: string; port: number };

/** Shards that a move orphaned could not be dropped. The next move tries again. */
export class ShardCleanupError extends Error {}

/** How often a lock is tried for, or orphaned shards are dropped, with a pause for requests in between. */
const attempts = 30;
const waitMs = 1000;
/** Requests queue behind a lock that is waited for. */
const lockTimeout = "1s";

/**
 * Moves it by logical replication while it is read and written; writes wait for some seconds at the end only. Orphaned
 * shards of earlier moves, such as one that was interrupted, are dropped first.
 */
export async function moveShard(client: Client, { shard, from, to }: Move): Promise<void> {
  await dropOrphanedShards(client);
  await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'auto')", [
    shard,
    from.host,
    from.port,
    to.host,
    to.port,
  ]);
  await dropOrphanedShards(client);
}

/** Moves shards until Citus finds the workers balanced. @returns the number of moves */
export async function rebalance(client: Client, moved: (move: Move) => void): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { rows } = await client.query<{ move: Move }>(
      `select json_build_object('shard', shardid::text, 'from', json_build_object('host', sourcename, 'port', sourceport),
                                'to', json_build_object('host', targetname, 'port', targetport)) as move
       from get_rebalance_table_shards_plan('patients') limit 1`,
    );
    const [next] = rows;
    if (!next) {
      await dropOrphanedShards(client);
      return count;
    }
    await moveShard(client, next.move);
    moved(next.move);
  }
}

type Orphans = Worker & { tables: string[] };

/**
 * Citus leaves the moved tables on the old worker and drops them later. To drop one it locks every reference table that
 * the table has a foreign key to, one after the other: every query on that worker waits, and writes that reference two
 * of them fail with a deadlock. So the foreign keys to each reference table are dropped first, in their own transaction.
 */
async function dropOrphanedShards(client: Client): Promise<void> {
  for (const orphans of await orphanedShards(client)) await dropKeysToReferenceTables(client, orphans);
  for (let attempt = 1; (await orphanedShards(client)).length > 0; attempt += 1) {
    if (attempt > attempts)
      throw new ShardCleanupError("Tables that a move left behind could not be dropped.");
    if (attempt > 1) await wait(waitMs);
    await client.query("call citus_cleanup_orphaned_resources()");
  }
}

/** By worker, tables whose rows are on another one now. */
async function orphanedShards(client: Client): Promise<Orphans[]> {
  const { rows } = await client.query<Orphans>(
    `select n.nodename as host, n.nodeport as port, array_agg(c.object_name) as tables
     from pg_dist_cleanup c join pg_dist_node n on n.groupid = c.node_group_id and n.noderole = 'primary'
     where c.object_type = 1 and c.policy_type = 2
       and not exists (select from pg_dist_placement p
                       where p.groupid = c.node_group_id and p.shardid = substring(c.object_name from '_([0-9]+)$')::bigint)
     group by n.nodename, n.nodeport`,
  );
  return rows;
}

async function dropKeysToReferenceTables(client: Client, { host, port, tables }: Orphans): Promise<void> {
  const own = `(select to_regclass(name) from unnest(array[${tables.map((name) => client.escapeLiteral(name)).join(", ")}]) as name)`;
  const found = await runOn(
    client,
    { host, port },
    `select coalesce(json_object_agg(of, drops), '{}') from (
       select confrelid::text as of, json_agg(format('alter table %s drop constraint %I', conrelid::regclass, conname)) as drops
       from pg_constraint where contype = 'f' and conrelid in ${own} and confrelid not in ${own} group by confrelid) as keys`,
  );
  for (const drops of Object.values(JSON.parse(found) as Record<string, string[]>))
    await retry({ attempts, waitMs, when: isLockTimeout }, () =>
      runOn(client, { host, port }, inOneTransaction(drops)),
    );
}

/** Begins the message: a worker's error arrives without its SQLSTATE, and PostgreSQL's text may be translated. */
const lockTimedOut = "klinika_lock_timed_out";
const isLockTimeout = (error: unknown) => error instanceof Error && error.message.includes(lockTimedOut);

const inOneTransaction = (statements: readonly string[]) =>
  `do $keys$ begin
     set local lock_timeout = '${lockTimeout}';
     set local citus.enable_ddl_propagation = off;
     ${statements.map((one) => `${one};`).join("\n")}
   exception when lock_not_available then raise exception '${lockTimedOut}: %', sqlerrm;
   end $keys$`;

async function runOn(client: Client, { host, port }: Worker, sql: string): Promise<string> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    "select success, result from master_run_on_worker(array[$1], array[$2::integer], array[$3], false)",
    [host, port, sql],
  );
  if (!rows[0]?.success) throw new ShardCleanupError(`${host}:${port}: ${rows[0]?.result}`);
  return rows[0].result;
}
