import { createHash } from "node:crypto";
import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from "kysely";
import pg from "pg";
import { SessionLookups } from "../auth/session-lookups.ts";
import { asApplication, type ServerLogin, serverLogin } from "./application-role.ts";
import { DatabaseFunctions } from "./database-functions.ts";
import type { Database } from "./db.types.ts";
import { FairShare } from "./driver/fair-share.ts";
import { Machines } from "./driver/machines.ts";
import { Replica, ReportDriver } from "./driver/replica.ts";
import { beginScoped, queryScoped, type Scope, takePrepared } from "./driver/scoped-query.ts";
import { SharedReads } from "./driver/shared-reads.ts";
import { readSnapshot, type Snapshot } from "./driver/snapshot.ts";
import { endsConnection, type Query, type Rows, runStatement, runTogether } from "./driver/statement.ts";
import { nameInRows, queryBuilder } from "./query-builder.ts";

/** Access to one clinic's rows: every query runs with the clinic, the acting user and the event set. */
export type ClinicScope = {
  readonly id: number;
  readonly userId: number;
  readonly db: Kysely<Database>;
  /** All of the work or none of it. Inside a transaction it joins the one that runs. */
  transaction<T>(work: (clinic: ClinicScope) => Promise<T>): Promise<T>;
};

export type Databases = {
  openClinic(scope: Scope): ClinicScope;
  /** Outside the clinic's share of the connections, for what the server itself writes about a clinic. */
  openClinicUnshared(scope: Scope): ClinicScope;
  /** All that is read as of one instant: from the replica where there is one and it is well. */
  snapshot<T>(scope: Scope, work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  functions: DatabaseFunctions;
  sessions: SessionLookups;
  /**
   * For reads that may be some seconds old: from the replica where there is one and it is well. Nothing is decided by
   * them and nothing written; a transaction is the primary's.
   */
  reports: { openClinic(scope: Scope): ClinicScope; functions: DatabaseFunctions };
  /** Why reports do not use the replica, or null; also null where there is none. */
  lookAtReplica(): Promise<string | null>;
  isAnswering(): Promise<boolean>;
  /** This process's connections: open and idle ones, and requests waiting for one. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const instantAsIso = (text: string) => `${text.slice(0, 10)}T${text.slice(11).replace("+00", "Z")}`;
const asText = (text: string) => text;
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: asText,
  [pg.types.builtins.NUMERIC]: asText,
  [pg.types.builtins.TIMESTAMPTZ]: instantAsIso,
};

/** Dates, instants and decimals stay text: a birthday has no time zone and money no binary fraction. */
export const rowTypes = {
  getTypeParser: ((oid: number, format?: "text") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** As klinika_app. */
function openPool(databaseUrl: string, login: ServerLogin, more: pg.PoolConfig, options = ""): pg.Pool {
  const pool = new pg.Pool({
    ...asApplication(databaseUrl, login, options),
    application_name: "klinika",
    keepAlive: true,
    types: rowTypes,
    ...more,
  });
  // An idle connection that the server closed is replaced at the next use; the failing request reports it.
  pool.on("error", () => undefined);
  // One that it closes between two statements of a transaction is found broken by the second; unheard, the event
  // would end the whole process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const openReplica = (url: string, login: ServerLogin, max: number, primary: pg.Pool) =>
  new Replica(
    openPool(
      url,
      login,
      { max, connectionTimeoutMillis: 2000, query_timeout: 16_000 },
      " -c default_transaction_read_only=on",
    ),
    primary,
  );

type OpenOptions = { replicaUrl?: string | null; appUrl?: string | null };

export function openDatabases(
  databaseUrl: string,
  poolSize = 10,
  { replicaUrl = null, appUrl = null }: OpenOptions = {},
): Databases {
  const login = serverLogin(databaseUrl, appUrl);
  const pool = openPool(appUrl ?? databaseUrl, login, {
    max: poolSize,
    pipeline: true,
    // One stays open in quiet hours as well: by it a restoration sees that a server is at work.
    min: 1,
    // How long a request waits for a connection before the database counts as unavailable.
    connectionTimeoutMillis: 10_000,
  });
  const replica = replicaUrl ? openReplica(replicaUrl, login, poolSize, pool) : null;
  const share = new FairShare(poolSize);
  const reads = new SharedReads(pool, share);
  const machines = new Machines(
    (query) => runOnPool(pool, query) as Promise<Rows["rows"]>,
    // Timed work of all clinics is in no clinic's share, and each kind of it may hang with a machine.
    () => {
      pool.options.max = 2 * poolSize;
    },
  );
  const shared: Shared = { share, reads, machines };
  const openClinic = (scope: Scope) => clinicOf(pool, scope, shared);
  const functions = new DatabaseFunctions((query) => runOnPool(pool, query));
  return {
    openClinic,
    openClinicUnshared: (scope) => clinicOf(pool, scope, null),
    snapshot: (scope, work) => readSnapshot(replica?.usable ?? pool, scope, work),
    functions,
    sessions: new SessionLookups(functions),
    reports: replica
      ? {
          openClinic: (scope) => ({
            ...openClinic(scope),
            db: queryBuilder(
              new ReportDriver(replica, (from, query) => runScoped(from, scope, shared, query)),
            ),
          }),
          functions: new DatabaseFunctions((query) => replica.read((from) => runOnPool(from, query))),
        }
      : { openClinic, functions },
    lookAtReplica: async () => replica?.look() ?? null,
    isAnswering: () =>
      pool.query("select 1").then(
        () => true,
        () => false,
      ),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await replica?.pool.end();
      await pool.end();
    },
  };
}

async function runOnPool(pool: pg.Pool, query: Query): Promise<object[]> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return (await runStatement(client, query)).rows;
  } catch (error) {
    isBroken = endsConnection(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** What all clinics use one pool by. */
type Shared = { share: FairShare; reads: SharedReads; machines: Machines };

function clinicOf(pool: pg.Pool, scope: Scope, shared: Shared | null): ClinicScope {
  const db = queryBuilder(new ScopedDriver(pool, scope, shared));
  return {
    id: scope.clinicId,
    userId: scope.userId,
    db,
    transaction: (work) =>
      db.transaction().execute((transaction) => {
        const joined: ClinicScope = {
          id: scope.clinicId,
          userId: scope.userId,
          db: transaction,
          transaction: (inner) => inner(joined),
        };
        return work(joined);
      }),
  };
}

const statementNames = new Map<string, string>();

/** A name makes PostgreSQL cache the parsed statement. Shapes are few; past the limit a statement has no name. */
function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known || statementNames.size >= 1000) return known;
  const name = `q_${createHash("sha256").update(sql).digest("base64url").slice(0, 20)}`;
  statementNames.set(sql, name);
  return name;
}

type LastStatement = CompiledQuery & { goesWithCommit?: true };

/**
 * For a transaction's last statement, which saves a trip: it is sent with the commit, and undoes all where it fails.
 * Answers no rows. By itself it runs as any other.
 */
export const withCommit = (query: CompiledQuery): LastStatement => ({ ...query, goesWithCommit: true });

const commit: Query = { name: "klinika_commit", text: "commit", values: [] };

/** Runs single statements, or those of a transaction. */
class ScopedConnection implements DatabaseConnection {
  private readonly driver: ScopedDriver;
  /** A transaction is opened by its first statement, which saves a trip. */
  private transaction: "none" | "asked for" | "open" = "none";
  private client: pg.PoolClient | null = null;
  private last: Query[] = [];

  constructor(driver: ScopedDriver) {
    this.driver = driver;
  }

  async begin(): Promise<void> {
    this.client = await this.driver.takeClient();
    this.transaction = "asked for";
  }

  async executeQuery<Row>(compiled: LastStatement): Promise<QueryResult<Row>> {
    const { sql, parameters, query: node } = compiled;
    const query = { text: sql, values: parameters, name: statementName(sql), nameOf: nameInRows };
    if (compiled.goesWithCommit && this.transaction === "open") {
      this.last.push(query);
      return { rows: [] };
    }
    const { rows, rowCount } = await (this.client
      ? this.runInTransaction(this.client, query)
      : this.driver.ask(query, node.kind === "SelectQueryNode"));
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount) };
  }

  private runInTransaction(client: pg.PoolClient, query: Query): Promise<Rows> {
    if (this.transaction === "open") return runStatement(client, query);
    this.transaction = "open";
    return beginScoped(client, this.driver.scope, query);
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const { client, last } = this;
    this.last = [];
    if (client && this.transaction === "open")
      await (how === "commit" && last.length > 0
        ? runTogether(client, [], [...last, commit])
        : client.query(how));
    this.transaction = "none";
  }

  release(): void {
    // A connection whose transaction did not end cleanly is thrown away, not lent to another clinic.
    if (this.client) this.driver.giveBack(this.client, this.transaction === "open");
    this.client = null;
  }

  /** Exports page by key; nothing streams from an open cursor. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Page by key instead of streaming.");
  }
}

type Asked = {
  query: Query;
  isRead: boolean;
  resolve: (rows: Rows) => void;
  reject: (error: unknown) => void;
};

class ScopedDriver implements Driver {
  readonly scope: Scope;
  private readonly pool: pg.Pool;
  private readonly shared: Shared | null;
  private turn: { clinicId: number; use: "connection"; machine: number | null } | null = null;
  private waiting: Asked[] = [];

  constructor(pool: pg.Pool, scope: Scope, shared: Shared | null) {
    this.pool = pool;
    this.scope = scope;
    this.shared = shared;
  }

  async takeClient(): Promise<pg.PoolClient> {
    if (!this.shared) return await takePrepared(this.pool);
    const turn = await this.findTurn(this.shared);
    await this.shared.share.take(turn);
    try {
      return await takePrepared(this.pool);
    } catch (error) {
      this.shared.share.give(turn);
      throw error;
    }
  }

  /** The same from the first time on, so that what is taken is given back. */
  private async findTurn({ machines }: Shared): Promise<NonNullable<ScopedDriver["turn"]>> {
    const { clinicId } = this.scope;
    if (!this.turn) {
      const machine = await machines.of(clinicId);
      this.turn ??= { clinicId, use: "connection", machine };
    }
    return this.turn;
  }

  giveBack(client: pg.PoolClient, isBroken = false): void {
    client.release(isBroken);
    if (this.turn) this.shared?.share.give(this.turn);
  }

  /** A statement outside a transaction. Concurrent ones, as by Promise.all, share a round trip. */
  ask(query: Query, isRead: boolean): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ query, isRead, resolve, reject });
      if (this.waiting.length === 1) process.nextTick(() => void this.sendWaiting());
    });
  }

  private async sendWaiting(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    const queries = asked.map(({ query }) => query);
    try {
      const answers = await (this.shared && asked.every(({ isRead }) => isRead)
        ? this.readInTurn(this.shared, queries)
        : this.runAlone(queries));
      for (const [place, { resolve }] of asked.entries()) resolve(answers[place] as Rows);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  private async readInTurn(shared: Shared, queries: readonly Query[]): Promise<Rows[]> {
    const { machine } = await this.findTurn(shared);
    return await shared.reads.askInTurn(this.scope, queries, machine);
  }

  private async runAlone(queries: readonly Query[]): Promise<Rows[]> {
    const client = await this.takeClient();
    let isBroken = false;
    try {
      return await queryScoped(client, this.scope, queries);
    } catch (error) {
      isBroken = endsConnection(error);
      throw error;
    } finally {
      this.giveBack(client, isBroken);
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ScopedConnection> {
    return new ScopedConnection(this);
  }

  beginTransaction(connection: ScopedConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: ScopedConnection): Promise<void> {
    return connection.end("commit");
  }

  rollbackTransaction(connection: ScopedConnection): Promise<void> {
    return connection.end("rollback");
  }

  async releaseConnection(connection: ScopedConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}

/** One statement as a scope, over a connection lent for it. */
async function runScoped(
  pool: pg.Pool,
  scope: Scope,
  shared: Shared,
  query: CompiledQuery,
): Promise<QueryResult<unknown>> {
  const driver = new ScopedDriver(pool, scope, shared);
  const connection = await driver.acquireConnection();
  try {
    return await connection.executeQuery(query);
  } finally {
    await driver.releaseConnection(connection);
  }
}
