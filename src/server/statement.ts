import pg from "pg";

/** A statement that stands prepared on the connection, with the values it is to run with. */
export type PreparedCall = { statement: string; values: readonly string[] };

export type Rows = { rows: Record<string, unknown>[]; rowCount: number };

type Config = {
  text: string;
  values: readonly unknown[];
  /** Keeps the statement prepared on the connection. */
  name?: string | undefined;
  /** Run before it under the same Sync: one trip and one transaction. Their rows are dropped. */
  before?: readonly PreparedCall[];
  /** What a column is called in the rows. */
  nameOf?: (column: string) => string;
};

/** What the driver lets a query write. */
type Connection = {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string | undefined>;
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: "P" }): void;
  execute(message: object): void;
  sync(): void;
  sendCopyFail(reason: string): void;
};

type Columns = {
  list: { name: string; parse: (text: string) => unknown }[];
  /** A row before its values are in: copies of one object are quick to fill and to read. */
  emptyRow: Record<string, unknown>;
};

/**
 * The columns of what stands prepared on a connection. They are asked for and named at the first run instead of at
 * every run and in every row: PostgreSQL refuses to run a prepared statement whose columns have changed since.
 */
const columnsOn = new WeakMap<Connection, Map<string, Columns>>();

const prepareValue = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
  .prepareValue;

/**
 * One statement in PostgreSQL's extended protocol: what pg's client asks of a query, as pg-cursor does. pg is pinned,
 * and tests hold what a pooled connection promises.
 */
class Statement {
  /** The client keeps which text stands prepared under which name. */
  readonly text: string;
  readonly name: string;
  readonly callback: (error: Error | null, result: Rows) => void;
  private readonly values: readonly unknown[];
  private readonly before: readonly PreparedCall[];
  private readonly nameOf: (column: string) => string;
  private readonly client: pg.ClientBase;
  private connection: Connection | undefined;
  private completed = 0;
  private columns: Columns | undefined;
  private readonly result: Rows = { rows: [], rowCount: 0 };

  constructor(client: pg.ClientBase, config: Config, callback: Statement["callback"]) {
    this.client = client;
    this.text = config.text;
    this.name = config.name ?? "";
    this.values = config.values.map(prepareValue);
    this.before = config.before ?? [];
    this.nameOf = config.nameOf ?? ((column) => column);
    this.callback = callback;
  }

  submit(connection: Connection): void {
    const { text, name, values } = this;
    this.connection = connection;
    const isPrepared = connection.parsedStatements[name] !== undefined;
    this.columns = isPrepared ? columnsOn.get(connection)?.get(name) : undefined;
    connection.stream.cork();
    for (const call of this.before) {
      connection.bind(call);
      connection.execute({});
    }
    if (!isPrepared) connection.parse({ text, name });
    connection.bind({ statement: name, values });
    if (!this.columns) connection.describe({ type: "P" });
    connection.execute({});
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const list = fields.map(({ name, dataTypeID }) => ({
      name: this.nameOf(name),
      parse: this.client.getTypeParser(dataTypeID),
    }));
    this.columns = { list, emptyRow: Object.fromEntries(list.map(({ name }) => [name, null])) };
    if (this.name === "" || !this.connection) return;
    const known = columnsOn.get(this.connection) ?? new Map<string, Columns>();
    columnsOn.set(this.connection, known.set(this.name, this.columns));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { columns } = this;
    if (!columns || this.completed < this.before.length) return;
    const row = { ...columns.emptyRow };
    let place = 0;
    for (const { name, parse } of columns.list) {
      const value = fields[place++];
      if (value != null) row[name] = parse(value);
    }
    this.result.rows.push(row);
  }

  /** The tag ends with the number of rows: `INSERT 0 2`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.completed === this.before.length)
      this.result.rowCount = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
    this.completed += 1;
  }

  handleReadyForQuery(): void {
    this.callback(null, this.result);
  }

  handleError(error: Error): void {
    this.callback(error, this.result);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail("No statement of ours copies from a stream.");
  }
}

/** Runs one statement on a client that nobody else uses. */
export const runStatement = (client: pg.ClientBase, config: Config): Promise<Rows> =>
  new Promise((resolve, reject) => {
    const statement = new Statement(client, config, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(statement as unknown as pg.Submittable);
  });
