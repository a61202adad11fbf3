import pg from "pg";

/** What a transaction is told about who acts: PostgreSQL settings that end with it. */
export type Scope = { clinicId: number; userId: number; ownerUserId: number | null; event: string };

const scopeStatement = "klinika_scope";
const scopeText =
  "select set_config('app.clinic_id', $1, true), set_config('app.user_id', $2, true), " +
  "set_config('app.owner_user_id', $3, true), set_config('app.event', $4, true)";

const scopeValues = (scope: Scope) => [
  String(scope.clinicId),
  String(scope.userId),
  scope.ownerUserId === null ? "" : String(scope.ownerUserId),
  scope.event,
];

const preparedOn = new WeakSet<pg.PoolClient>();

/** Prepares the scope statement once per connection, so that a scoped query never has to parse it. */
export async function prepareScope(client: pg.PoolClient): Promise<void> {
  if (preparedOn.has(client)) return;
  await client.query({ name: scopeStatement, text: scopeText, values: ["", "", "", ""] });
  preparedOn.add(client);
}

/** BEGIN and the scope in one trip, for work of several statements. */
export function beginScoped(client: pg.PoolClient, scope: Scope): Promise<unknown> {
  const [clinicId, userId, ownerUserId, event] = scopeValues(scope).map((value) =>
    client.escapeLiteral(value),
  );
  return client.query(
    `begin; select set_config('app.clinic_id', ${clinicId}, true), set_config('app.user_id', ${userId}, true), ` +
      `set_config('app.owner_user_id', ${ownerUserId}, true), set_config('app.event', ${event}, true)`,
  );
}

const PgQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

type Connection = {
  bind(message: { statement: string; values: string[] }): void;
  execute(message: { portal?: string }): void;
};

/**
 * The scope and one statement under one Sync: PostgreSQL takes all up to the Sync as one transaction, so the
 * scope ends with the statement, error or not, and nothing of a clinic stays on the pooled connection.
 * It reaches into pg's Query (prepare and the message handlers), so pg is pinned and tests hold the promise.
 */
class ScopedQuery extends PgQuery {
  private readonly scope: Scope;
  private scopeIsSet = false;

  constructor(
    scope: Scope,
    config: pg.QueryConfig,
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super(config, undefined, callback);
    this.scope = scope;
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: scopeStatement, values: scopeValues(this.scope) });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.scopeIsSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.scopeIsSet) super.handleCommandComplete(message, connection);
    else this.scopeIsSet = true;
  }
}

/** Runs one statement inside its own transaction with the scope set. The client must be prepared. */
export function queryScoped(
  client: pg.PoolClient,
  scope: Scope,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(
      scope,
      { ...config, queryMode: "extended" } as pg.QueryConfig,
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    client.query(query as unknown as pg.Submittable);
  });
}
