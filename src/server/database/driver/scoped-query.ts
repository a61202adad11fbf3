import type pg from "pg";
import { citusInstalled } from "../cluster/cluster-nodes.ts";
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
 * A cluster takes settings to its workers when they are set by statements, in a transaction that was begun. While the last
 * of a shard moves, writes to it wait for some seconds, which is no reason to give up.
 */
const clusterSession = ["set citus.propagate_set_commands = 'local'", "set lock_timeout = '10s'"];
const clusterText = "select set_scope($1, $2, $3, $4)";
const commit: Query = { name: "klinika_commit", text: "commit", values: [] };

/** Clients that are prepared, by whether they lead to the coordinator of a cluster. */
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

/** Of a client that is prepared: whether what is asked spreads over several machines. */
export const isOfCluster = (client: pg.ClientBase): boolean => preparedOn.get(client)?.isCluster === true;

/** A client that is lent until it is released, prepared for a scope. */
export async function takePrepared(pool: pg.Pool): Promise<pg.PoolClient> {
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
): Promise<Rows[]> =>
  isOfCluster(client)
    ? queryInCluster(client, scope, queries)
    : runTogether(client, [settingsOf(scope)], queries);

/** The same for what only reads: it has no need of the event, and of whose staff mode it is. */
export const readScoped = (
  client: pg.ClientBase,
  scope: Scope,
  queries: readonly Query[],
): Promise<Rows[]> =>
  isOfCluster(client)
    ? queryInCluster(client, scope, queries)
    : runTogether(
        client,
        [{ statement: readerStatement, values: [String(scope.clinicId), String(scope.userId)] }],
        queries,
      );

/** In a transaction that is begun and committed in the same trip. Of one that fails the rest is not sent on, so it is rolled back. */
async function queryInCluster(
  client: pg.ClientBase,
  scope: Scope,
  queries: readonly Query[],
): Promise<Rows[]> {
  try {
    const answers = await againAfterDeadlock(client, () =>
      runTogether(client, [begin, settingsOf(scope)], [...queries, commit]),
    );
    return answers.slice(0, queries.length);
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Opens a transaction with the scope set, in the same trip as its first statement. The client must be prepared. */
export const beginScoped = (client: pg.ClientBase, scope: Scope, first: Query): Promise<Rows> => {
  const ask = () => runStatement(client, first, [begin, settingsOf(scope)]);
  return isOfCluster(client) ? againAfterDeadlock(client, ask) : ask();
};

const deadlock = "40P01";
const attempts = 5;

/**
 * While Citus drops what a moved shard left behind, which locks two copied tables, whoever writes a row that names both may
 * be ended in its stead. For a whole trip, or the first statement of a transaction: all of it was undone, nobody has been
 * told a result, and the same is asked again.
 */
async function againAfterDeadlock<T>(client: pg.ClientBase, ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || attempt === attempts) throw error;
      await client.query("rollback");
    }
  }
}

/** Sets the scope in a transaction that was begun otherwise. The client must be prepared. */
export const setScope = (client: pg.ClientBase, scope: Scope): Promise<Rows[]> =>
  runTogether(client, [settingsOf(scope)], []);
