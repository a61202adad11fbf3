import type { Client } from "pg";

/** A shard, with those of all tables that lie with it, and from where to where it moves. */
export type Move = { shard: string; from: Machine; to: Machine };
type Machine = { host: string; port: number };

/** What a move left behind could not be taken away. It is tried again with the next. */
export class LeftBehind extends Error {}

/** How often a lock on a copied table is tried for, each time for as long as requests may wait behind it. */
const attempts = 30;
const patience = "1s";

/**
 * Moves it while it is read and written, by logical replication; only at its end do writes to it wait for some seconds. What
 * an earlier move left behind, as one that was interrupted, is taken away before.
 */
export async function moveShard(client: Client, { shard, from, to }: Move): Promise<void> {
  await takeAwayLeftBehind(client);
  await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'auto')", [
    shard,
    from.host,
    from.port,
    to.host,
    to.port,
  ]);
  await takeAwayLeftBehind(client);
}

/** Moves shards until Citus finds the workers even. @returns how many */
export async function rebalance(client: Client, moved: (move: Move) => void): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { rows } = await client.query<{ move: Move }>(
      `select json_build_object('shard', shardid::text, 'from', json_build_object('host', sourcename, 'port', sourceport),
                                'to', json_build_object('host', targetname, 'port', targetport)) as move
       from get_rebalance_table_shards_plan('patients') limit 1`,
    );
    const [next] = rows;
    if (!next) {
      await takeAwayLeftBehind(client);
      return count;
    }
    await moveShard(client, next.move);
    moved(next.move);
  }
}

type Left = Machine & { tables: string[] };

/**
 * Citus keeps the moved tables where they were and drops them later. To drop one it locks every copied table that it has a
 * key to, and waits for the second while it holds the first: so it stops everybody on that worker, and who writes rows that
 * name both is ended as a deadlock. So the keys to each copied table go before, in a transaction of their own.
 */
async function takeAwayLeftBehind(client: Client): Promise<void> {
  for (const left of await leftBehind(client)) await dropKeysToCopies(client, left);
  for (let attempt = 1; (await leftBehind(client)).length > 0; attempt += 1) {
    if (attempt > attempts) throw new LeftBehind("Tables that a move left behind could not be dropped.");
    await client.query("call citus_cleanup_orphaned_resources()");
  }
}

/** By machine, tables of which the rows are elsewhere now. */
async function leftBehind(client: Client): Promise<Left[]> {
  const { rows } = await client.query<Left>(
    `select n.nodename as host, n.nodeport as port, array_agg(c.object_name) as tables
     from pg_dist_cleanup c join pg_dist_node n on n.groupid = c.node_group_id and n.noderole = 'primary'
     where c.object_type = 1 and c.policy_type = 2
       and not exists (select from pg_dist_placement p
                       where p.groupid = c.node_group_id and p.shardid = substring(c.object_name from '_([0-9]+)$')::bigint)
     group by n.nodename, n.nodeport`,
  );
  return rows;
}

async function dropKeysToCopies(client: Client, { host, port, tables }: Left): Promise<void> {
  const own = `(select to_regclass(name) from unnest(array[${tables.map((name) => client.escapeLiteral(name)).join(", ")}]) as name)`;
  const found = await runOn(
    client,
    { host, port },
    `select coalesce(json_object_agg(of, drops), '{}') from (
       select confrelid::text as of, json_agg(format('alter table %s drop constraint %I', conrelid::regclass, conname)) as drops
       from pg_constraint where contype = 'f' and conrelid in ${own} and confrelid not in ${own} group by confrelid) as keys`,
  );
  for (const drops of Object.values(JSON.parse(found) as Record<string, string[]>))
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runOn(client, { host, port }, inOneTransaction(drops));
        break;
      } catch (error) {
        if (attempt === attempts) throw error;
      }
    }
}

const inOneTransaction = (statements: readonly string[]) =>
  `do $keys$ begin
     set local lock_timeout = '${patience}';
     set local citus.enable_ddl_propagation = off;
     ${statements.map((one) => `${one};`).join("\n")}
   end $keys$`;

async function runOn(client: Client, { host, port }: Machine, sql: string): Promise<string> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    "select success, result from master_run_on_worker(array[$1], array[$2::integer], array[$3], false)",
    [host, port, sql],
  );
  if (!rows[0]?.success) throw new LeftBehind(`${host}:${port}: ${rows[0]?.result}`);
  return rows[0].result;
}
