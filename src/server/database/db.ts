import { createHash } from "node:crypto";
import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from "kysely";
import pg from "pg";
import { fieldName } from "#shared/formats/column-name.ts";
import { SessionLookups } from "../auth/session-lookups.ts";
import { asApplication, type ServerLogin, serverLogin } from "./application-role.ts";
import { DatabaseFunctions } from "./database-functions.ts";
import type { Database } from "./db.types.ts";
import { ClinicNodes } from "./driver/clinic-nodes.ts";
import { FairShare } from "./driver/fair-share.ts";
import { Replica, ReportDriver } from "./driver/replica.ts";
import { beginScoped, commit, connectPrepared, queryScoped, type Scope } from "./driver/scoped-query.ts";
import { SharedReads } from "./driver/shared-reads.ts";
import { readSnapshot, type Snapshot } from "./driver/snapshot.ts";
import { isFatal, type Query, type Rows, runStatement, runTogether } from "./driver/statement.ts";
import { Listener } from "./listener.ts";
import { queryBuilder } from "./query-builder.ts";
import { rollBack } from "./roll-back.ts";
import { rowTypes } from "./row-types.ts";

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
  /** Outside the clinic's share of the connections, for the server's own writes about a clinic. */
  openClinicUnshared(scope: Scope): ClinicScope;
  /** Reads as of one instant, from the replica if it is usable. */
  snapshot<T>(scope: Scope, work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  functions: DatabaseFunctions;
  sessions: SessionLookups;
  /**
   * For reads that may be some seconds old, from the replica if it is usable. Base no decision or write on them;
   * transactions run on the primary.
   */
  reports: { openClinic(scope: Scope): ClinicScope; functions: DatabaseFunctions };
  /** Why reports do not use the replica, or null; also null where there is none. */
  checkReplica(): Promise<string | null>;
  /** For notifications, on a connection beside the pool. */
  listener(channel: string, onNotification: (payload: string) => void): Listener;
  isAnswering(): Promise<boolean>;
  /** This process's connections: open and idle ones, and requests waiting for one. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/**
 * After PostgreSQL's own limit of 15 s (application-role.ts), which a server that hangs does not enforce. The connection
 * is closed with it.
 */
const queryTimeoutMs = 16_000;

/** As klinika_app. */
function openPool(databaseUrl: string, login: ServerLogin, more: pg.PoolConfig, options = ""): pg.Pool {
  const pool = new pg.Pool({
    ...asApplication(databaseUrl, login, options),
    application_name: "klinika",
    keepAlive: true,
    pipeline: true,
    query_timeout: queryTimeoutMs,
    types: rowTypes,
    ...more,
  });
  // An idle connection that the server closed is replaced at the next use; the failing request reports it.
  pool.on("error", () => undefined);
  // One that it closes inside a transaction makes the next statement fail. Without a listener the error event would
  // crash the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const openReplica = (url: string, login: ServerLogin, max: number, primary: pg.Pool) =>
  new Replica(
    openPool(url, login, { max, connectionTimeoutMillis: 2000 }, " -c default_transaction_read_only=on"),
    primary,
  );

type OpenOptions = {
  replicaUrl?: string | null;
  appUrl?: string | null;
  /** Whether databaseUrl names the coordinator of a Citus cluster. */
  isCluster?: boolean;
  /** Milliseconds. */
  queryTimeout?: number;
};

/**
 * On a cluster the pool is twice as large: jobs that work on all clinics use connections outside the clinics' shares,
 * and each kind of job may hang with a node.
 */
const clusterFactor = 2;

export function openDatabases(
  databaseUrl: string,
  poolSize = 10,
  { replicaUrl = null, appUrl = null, isCluster = false, queryTimeout = queryTimeoutMs }: OpenOptions = {},
): Databases {
  const login = serverLogin(databaseUrl, appUrl);
  const pool = openPool(appUrl ?? databaseUrl, login, {
    max: isCluster ? clusterFactor * poolSize : poolSize,
    query_timeout: queryTimeout,
    // One stays open when idle, so that a restore can see that a server is running.
    min: 1,
    // How long a request waits for a connection before the database counts as unavailable.
    connectionTimeoutMillis: 10_000,
  });
  const replica = replicaUrl ? openReplica(replicaUrl, login, poolSize, pool) : null;
  const nodes = isCluster
    ? new ClinicNodes((query) => runOnPool(pool, query) as Promise<Rows["rows"]>)
    : null;
  const sharedOf = (from: pg.Pool): Shared => {
    const share = new FairShare(poolSize);
    return { share, reads: new SharedReads(from, share), nodes };
  };
  const shared = sharedOf(pool);
  // Its own shares, since reports that wait for a replica that hangs hold nobody's connections to the primary.
  const replicaShared = replica && sharedOf(replica.pool);
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
              new ReportDriver(replica, (from, query) =>
                runScoped(from, scope, (from === replica.pool && replicaShared) || shared, query),
              ),
            ),
          }),
          functions: new DatabaseFunctions((query) => replica.read((from) => runOnPool(from, query))),
        }
      : { openClinic, functions },
    checkReplica: async () => replica?.check() ?? null,
    listener: (channel, onNotification) =>
      new Listener(
        {
          ...asApplication(appUrl ?? databaseUrl, login),
          application_name: "klinika-jobs",
          keepAlive: true,
          connectionTimeoutMillis: 10_000,
        },
        channel,
        onNotification,
      ),
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
    isBroken = isFatal(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Divides one pool among all clinics. `nodes` is null without a cluster. */
type Shared = { share: FairShare; reads: SharedReads; nodes: ClinicNodes | null };

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
 * Sends a transaction's last statement together with the commit, which saves a round trip. If it fails, the transaction
 * is rolled back. It returns no rows. Outside a transaction it has no effect.
 */
export const withCommit = (query: CompiledQuery): LastStatement => ({ ...query, goesWithCommit: true });

/** Runs single statements, or those of a transaction. */
class ScopedConnection implements DatabaseConnection {
  private readonly driver: ScopedDriver;
  /** BEGIN is sent with the first statement, which saves a round trip. */
  private transaction: "none" | "pending" | "open" = "none";
  private client: pg.PoolClient | null = null;
  private last: Query[] = [];

  constructor(driver: ScopedDriver) {
    this.driver = driver;
  }

  async begin(): Promise<void> {
    this.client = await this.driver.acquireClient();
    this.transaction = "pending";
  }

  async executeQuery<Row>(compiled: LastStatement): Promise<QueryResult<Row>> {
    const { sql, parameters, query: node } = compiled;
    const query = { text: sql, values: parameters, name: statementName(sql), nameOf: fieldName };
    if (compiled.goesWithCommit && this.transaction === "open") {
      this.last.push(query);
      return { rows: [] };
    }
    const { rows, rowCount } = await (this.client
      ? this.runInTransaction(this.client, query)
      : this.driver.run(query, node.kind === "SelectQueryNode"));
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount) };
  }

  private runInTransaction(client: pg.PoolClient, query: Query): Promise<Rows> {
    if (this.transaction === "open") return runStatement(client, query);
    this.transaction = "open";
    return beginScoped(client, this.driver.scope, query);
  }

  async commit(): Promise<void> {
    const { client, last } = this;
    this.last = [];
    if (client && this.transaction === "open")
      await (last.length > 0 ? runTogether(client, [], [...last, commit]) : client.query("commit"));
    this.transaction = "none";
  }

  async rollback(): Promise<void> {
    this.last = [];
    if (this.client && this.transaction === "open" && !(await rollBack(this.client))) return;
    this.transaction = "none";
  }

  release(): void {
    // A connection whose transaction did not end cleanly is closed, not lent to another clinic.
    if (this.client) this.driver.releaseClient(this.client, this.transaction === "open");
    this.client = null;
  }

  /** Exports page by key; nothing streams from an open cursor. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Page by key instead of streaming.");
  }
}

type PendingQuery = {
  query: Query;
  isRead: boolean;
  resolve: (rows: Rows) => void;
  reject: (error: unknown) => void;
};

class ScopedDriver implements Driver {
  readonly scope: Scope;
  private readonly pool: pg.Pool;
  private readonly shared: Shared | null;
  private slot: { clinicId: number; use: "connection"; node: number | null } | null = null;
  private pending: PendingQuery[] = [];

  constructor(pool: pg.Pool, scope: Scope, shared: Shared | null) {
    this.pool = pool;
    this.scope = scope;
    this.shared = shared;
  }

  async acquireClient(): Promise<pg.PoolClient> {
    if (!this.shared) return await connectPrepared(this.pool);
    const slot = await this.slotOf(this.shared);
    await this.shared.share.acquire(slot);
    try {
      return await connectPrepared(this.pool);
    } catch (error) {
      this.shared.share.release(slot);
      throw error;
    }
  }

  /** Found once, since the release must name the same node as the acquisition. */
  private async slotOf({ nodes }: Shared): Promise<NonNullable<ScopedDriver["slot"]>> {
    const { clinicId } = this.scope;
    if (!this.slot) {
      const node = nodes ? await nodes.nodeOf(clinicId) : null;
      this.slot ??= { clinicId, use: "connection", node };
    }
    return this.slot;
  }

  releaseClient(client: pg.PoolClient, isBroken = false): void {
    client.release(isBroken);
    if (this.slot) this.shared?.share.release(this.slot);
  }

  /** Runs a statement outside a transaction. Concurrent ones, as in Promise.all, share a round trip. */
  run(query: Query, isRead: boolean): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.pending.push({ query, isRead, resolve, reject });
      if (this.pending.length === 1) process.nextTick(() => void this.sendPending());
    });
  }

  private async sendPending(): Promise<void> {
    const pending = this.pending;
    this.pending = [];
    const queries = pending.map(({ query }) => query);
    try {
      const results = await (this.shared && pending.every(({ isRead }) => isRead)
        ? this.readShared(this.shared, queries)
        : this.runAlone(queries));
      for (const [index, { resolve }] of pending.entries()) resolve(results[index] as Rows);
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }

  private async readShared(shared: Shared, queries: readonly Query[]): Promise<Rows[]> {
    const { node } = await this.slotOf(shared);
    return await shared.reads.run(this.scope, queries, node);
  }

  private async runAlone(queries: readonly Query[]): Promise<Rows[]> {
    const client = await this.acquireClient();
    let isBroken = false;
    try {
      return await queryScoped(client, this.scope, queries);
    } catch (error) {
      isBroken = isFatal(error);
      throw error;
    } finally {
      this.releaseClient(client, isBroken);
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
    return connection.commit();
  }

  rollbackTransaction(connection: ScopedConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: ScopedConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}

/** Runs one statement in a scope, outside any transaction. */
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
