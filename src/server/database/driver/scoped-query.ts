import type pg from "pg";
import { citusInstalled } from "../cluster/cluster-nodes.ts";
import { hasCode, retry } from "../retry.ts";
import { rollBack } from "../roll-back.ts";
import { type PreparedCall, type Query, type Rows, runStatement, runTogether } from "./statement.ts";

/** The settings of a transaction about its caller; PostgreSQL resets them at its end. */
export type Scope = { clinicId: number; userId: number; ownerUserId: number | null; event: string };

const begin: PreparedCall = { statement: "klinika_begin", values: [] };
const scopeStatement = "klinika_scope";
const scopeText =
  "select set_config('app.clinic_id', $1, true), set_config('app.user_id', $2, true), " +
  "set_config('app.owner_user_id', $3, true), set_config('app.event', $4, true)";

const settingsOf = (scope: Scope): PreparedCall => ({
  statement: scopeStatement,
  values: [
    String(scope.clinicId),
    String(scope.userId),
    scope.ownerUserId === null ? "" : String(scope.ownerUserId),
    scope.event,
  ],
});

const readerStatement = "klinika_reader";
const readerText = "select set_config('app.clinic_id', $1, true), set_config('app.user_id', $2, true)";

/**
 * Citus propagates settings to the workers only if a SET statement sets them inside an explicit transaction. At the end
 * of a shard's move, writes to it wait for some seconds and must not time out.
 */
const clusterSession = ["set citus.propagate_set_commands = 'local'", "set lock_timeout = '10s'"];
const clusterText = "select set_scope($1, $2, $3, $4)";
export const commit: Query = { name: "klinika_commit", text: "commit", values: [] };

/** Prepared clients, and whether each is connected to the coordinator of a cluster. */
const preparedOn = new WeakMap<pg.ClientBase, { isCluster: boolean }>();

/** Prepares the statement that precedes each query once per connection, so that it is not parsed every time. */
async function prepareScope(client: pg.ClientBase): Promise<void> {
  if (preparedOn.has(client)) return;
  const { rowCount } = await client.query(citusInstalled);
  const isCluster = rowCount === 1;
  if (isCluster) for (const one of clusterSession) await client.query(one);
  const text = isCluster ? clusterText : scopeText;
  await client.query({ name: scopeStatement, text, values: ["", "", "", ""] });
  if (!isCluster) await client.query({ name: readerStatement, text: readerText, values: ["", ""] });
  await client.query({ name: begin.statement, text: "begin" });
  await client.query("rollback");
  preparedOn.set(client, { isCluster });
}

/** Whether a prepared client is connected to a cluster. */
export const isClusterClient = (client: pg.ClientBase): boolean => preparedOn.get(client)?.isCluster === true;

/** A client from the pool, prepared for a scope. The caller releases it. */
export async function connectPrepared(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    await prepareScope(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return client;
}

/**
 * Runs statements with the scope set, in one trip: PostgreSQL takes all up to the Sync as one transaction, so the
 * scope ends with them, error or not, and nothing of a clinic stays on the pooled connection. The client must be
 * prepared.
 */
export const queryScoped = (
  client: pg.ClientBase,
  scope: Scope,
  queries: readonly Query[],
  settings = settingsOf(scope),
): Promise<Rows[]> =>
  isClusterClient(client) ? queryInCluster(client, scope, queries) : runTogether(client, [settings], queries);

/** The same for reads, which need neither the event nor the staff mode's owner. */
export const readScoped = (client: pg.ClientBase, scope: Scope, queries: readonly Query[]): Promise<Rows[]> =>
  queryScoped(client, scope, queries, {
    statement: readerStatement,
    values: [String(scope.clinicId), String(scope.userId)],
  });

/** Sends BEGIN and COMMIT in the same round trip. After an error the COMMIT is skipped, so a rollback follows. */
async function queryInCluster(
  client: pg.ClientBase,
  scope: Scope,
  queries: readonly Query[],
): Promise<Rows[]> {
  try {
    const results = await retryOnDeadlock(client, () =>
      runTogether(client, [begin, settingsOf(scope)], [...queries, commit]),
    );
    return results.slice(0, queries.length);
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** Opens a transaction with the scope set, in the same trip as its first statement. The client must be prepared. */
export const beginScoped = (client: pg.ClientBase, scope: Scope, first: Query): Promise<Rows> => {
  const run = () => runStatement(client, first, [begin, settingsOf(scope)]);
  return isClusterClient(client) ? retryOnDeadlock(client, run) : run();
};

const isDeadlock = hasCode("40P01");

/**
 * When Citus drops orphaned shards it locks two reference tables, and a write that references both may be chosen as the
 * deadlock victim. Only for a whole round trip or a transaction's first statement: all of it was rolled back and no
 * result was returned, so it can run again.
 */
const retryOnDeadlock = <T>(client: pg.ClientBase, run: () => Promise<T>): Promise<T> =>
  retry({ attempts: 5, when: isDeadlock }, async () => {
    try {
      return await run();
    } catch (error) {
      if (isDeadlock(error)) await rollBack(client);
      throw error;
    }
  });

/** Sets the scope in a transaction that is already open. The client must be prepared. */
export const setScope = (client: pg.ClientBase, scope: Scope): Promise<Rows[]> =>
  runTogether(client, [settingsOf(scope)], []);
