import type pg from "pg";
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

const preparedOn = new WeakSet<pg.ClientBase>();

/** Prepares the statement that precedes each query once per connection, so that it is not parsed every time. */
async function prepareScope(client: pg.ClientBase): Promise<void> {
  if (preparedOn.has(client)) return;
  await client.query({ name: scopeStatement, text: scopeText, values: ["", "", "", ""] });
  await client.query({ name: readerStatement, text: readerText, values: ["", ""] });
  await client.query({ name: begin.statement, text: "begin" });
  await client.query("rollback");
  preparedOn.add(client);
}

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
): Promise<Rows[]> => runTogether(client, [settingsOf(scope)], queries);

/** The same for what only reads: it has no need of the event, and of whose staff mode it is. */
export const readScoped = (
  client: pg.ClientBase,
  { clinicId, userId }: Scope,
  queries: readonly Query[],
): Promise<Rows[]> =>
  runTogether(client, [{ statement: readerStatement, values: [String(clinicId), String(userId)] }], queries);

/** Opens a transaction with the scope set, in the same trip as its first statement. The client must be prepared. */
export const beginScoped = (client: pg.ClientBase, scope: Scope, first: Query): Promise<Rows> =>
  runStatement(client, first, [begin, settingsOf(scope)]);
