import pg from "pg";
import { Failure } from "#shared/errors.ts";
import { CONTROL_CHARACTERS } from "#shared/formats/control-characters.ts";

/** A statement prepared on the connection, with its values. */
export type PreparedCall = { statement: string; values: readonly string[] };

export type Rows = { rows: Record<string, unknown>[]; rowCount: number };

export type Query = {
  text: string;
  values: readonly unknown[];
  /** Prepares the statement on the connection under this name. */
  name?: string | undefined;
  /** The property of the rows for a column. */
  nameOf?: (column: string) => string;
};

/** The part of pg's connection that a query writes to. */
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
  /** Rows are copies of it, which V8 fills and reads fast. */
  emptyRow: Record<string, unknown>;
};

/**
 * The columns of the connection's prepared statements. They are described at the first run only: PostgreSQL refuses
 * to run a prepared statement whose columns have changed.
 */
const columnsOn = new WeakMap<Connection, Map<string, Columns>>();

/**
 * Limit for the rows of one round trip, some 16 MB. Beyond it the rest is discarded and the query fails: a single
 * request would need several times that memory and block the event loop while it is serialized.
 */
const maxResultChars = 16 * 1024 * 1024;

const longText = 2000;
/** JSON escapes a control character, which older rows may contain, as six characters. */
const charsAsJson = (text: string): number => text.length + 5 * (text.match(CONTROL_CHARACTERS)?.length ?? 0);

const tooMuch = () =>
  new Failure("too_large", "This is too much for one response. Request it in pages, with a smaller limit.");

const prepareValue = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
  .prepareValue;

const connectionOf = (client: pg.ClientBase) => (client as unknown as { connection: Connection }).connection;

/** Everything that `send` writes leaves as one packet. */
export function inOnePacket<T>(client: pg.ClientBase, send: () => T): T {
  const { stream } = connectionOf(client);
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Whether all of them are prepared on the client, with known columns. */
export function arePrepared(client: pg.ClientBase, queries: readonly Query[]): boolean {
  const known = columnsOn.get(connectionOf(client));
  return queries.every(({ name }) => name !== undefined && known?.has(name));
}

/** One statement of a round trip, and its result. */
class Statement {
  readonly text: string;
  readonly name: string;
  readonly values: readonly unknown[];
  readonly nameOf: (column: string) => string;
  columns: Columns | undefined;
  readonly result: Rows = { rows: [], rowCount: 0 };

  constructor({ text, values, name = "", nameOf = (column) => column }: Query) {
    this.text = text;
    this.name = name;
    this.values = values.map(prepareValue);
    this.nameOf = nameOf;
  }

  /** @returns the length of the row in characters */
  addRow(fields: readonly (string | null)[]): number {
    const { columns } = this;
    if (!columns) return 0;
    let chars = 0;
    const row = { ...columns.emptyRow };
    let index = 0;
    for (const { name, parse } of columns.list) {
      const value = fields[index++];
      if (value == null) continue;
      row[name] = parse(value);
      chars += value.length < longText ? value.length : charsAsJson(value);
    }
    this.result.rows.push(row);
    return chars;
  }
}

/**
 * Statements under one Sync of PostgreSQL's extended protocol: one round trip and one transaction. As a subclass of
 * pg's Query, several may be in flight on a client in pipeline mode. pg's version is pinned, and tests check what a
 * pooled connection guarantees.
 */
class PipelinedBatch extends pg.Query {
  readonly callback: (error: Error | null, results: Rows[]) => void;
  /** The name of the current statement: once PostgreSQL has parsed it, the client caches that it is prepared. */
  declare name: string;
  declare text: string;
  private readonly before: readonly PreparedCall[];
  private readonly parts: readonly Statement[];
  private readonly client: pg.ClientBase;
  private connection: Connection | undefined;
  /** The statement whose result is being received; undefined during `before`. */
  private current: Statement | undefined;
  private completed = -1;
  private chars = 0;

  constructor(
    client: pg.ClientBase,
    before: readonly PreparedCall[],
    queries: readonly Query[],
    callback: PipelinedBatch["callback"],
  ) {
    super("");
    this.client = client;
    this.before = before;
    this.parts = queries.map((query) => new Statement(query));
    this.callback = callback;
    this.advance();
  }

  private advance(): void {
    this.completed += 1;
    this.current = this.parts[this.completed - this.before.length];
    this.name = this.current?.name ?? "";
    this.text = this.current?.text ?? "";
  }

  override submit = (given: unknown): void => {
    const connection = given as Connection;
    this.connection = connection;
    inOnePacket(this.client, () => this.write(connection));
  };

  private write(connection: Connection): void {
    const parsed = new Set<string>();
    for (const call of this.before) {
      connection.bind(call);
      connection.execute({});
    }
    for (const part of this.parts) {
      const { text, name, values } = part;
      const isPrepared = connection.parsedStatements[name] !== undefined;
      part.columns = isPrepared ? columnsOn.get(connection)?.get(name) : undefined;
      if (!isPrepared && !parsed.has(name)) connection.parse({ text, name });
      if (name !== "") parsed.add(name);
      connection.bind({ statement: name, values });
      if (!part.columns) connection.describe({ type: "P" });
      connection.execute({});
    }
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const { current: part, connection } = this;
    if (!part || !connection) return;
    const list = fields.map(({ name, dataTypeID }) => ({
      name: part.nameOf(name),
      parse: this.client.getTypeParser(dataTypeID),
    }));
    part.columns = { list, emptyRow: Object.fromEntries(list.map(({ name }) => [name, null])) };
    if (part.name === "") return;
    const known = columnsOn.get(connection) ?? new Map<string, Columns>();
    columnsOn.set(connection, known.set(part.name, part.columns));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.chars <= maxResultChars) this.chars += this.current?.addRow(fields) ?? 0;
  }

  /** The tag ends with the number of rows: `INSERT 0 2`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.current) this.current.result.rowCount = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
    this.advance();
  }

  handleReadyForQuery(): void {
    if (this.chars > maxResultChars) this.callback(tooMuch(), []);
    else
      this.callback(
        null,
        this.parts.map(({ result }) => result),
      );
  }

  handleError(error: Error & { constraint?: string }): void {
    // Citus reports a worker's constraint in the message only, with the shard's number as a suffix.
    const [, constraint] = / constraint "(\w+)_\d{6,}"/.exec(error.message) ?? [];
    if (constraint) error.constraint ??= constraint;
    this.callback(error, []);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail("Klinika copies nothing from a stream.");
  }
}

/**
 * Whether the connection is unusable after this error: only "ERROR" leaves it intact. After FATAL the pool notices the
 * closed connection a moment later and might lend it until then.
 */
export const isFatal = (error: unknown): boolean => (error as { severity?: string }).severity !== "ERROR";

/** Whether the server did not answer within pg's `query_timeout`. */
export const hasTimedOut = (error: unknown): boolean =>
  (error as { message?: string }).message === "Query read timeout";

/**
 * Runs statements in one round trip and one transaction: if one fails, none takes effect. `before` runs first; its
 * rows are discarded.
 */
export const runTogether = (
  client: pg.ClientBase,
  before: readonly PreparedCall[],
  queries: readonly Query[],
): Promise<Rows[]> =>
  new Promise((resolve, reject) => {
    const trip = new PipelinedBatch(client, before, queries, (error, results) =>
      error ? reject(error) : resolve(results),
    );
    client.query(trip as unknown as pg.Submittable);
  });

export async function runStatement(
  client: pg.ClientBase,
  query: Query,
  before: readonly PreparedCall[] = [],
): Promise<Rows> {
  const [rows] = await runTogether(client, before, [query]);
  return rows as Rows;
}
