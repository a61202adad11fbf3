import { setTimeout as wait } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type pg from "pg";
import { roleIsLost, rowSecurityApplies } from "../application-role.ts";

/** The replica may lag by at most the time since the previous check. */
export const replicaCheckIntervalMs = 2000;
const checkTimeoutMs = 1000;

const noAnswer = "It does not answer in time.";

/** The primary would fail as well: the statement took too long, or tried to write. */
const notRetried = new Set(["57014", "25006"]);

/**
 * A streaming replica of the database for reads that may be some seconds old. It is used while it has replayed
 * everything that the primary had at the previous check, so its data is at most five seconds old; otherwise the
 * primary is used.
 */
export class Replica {
  readonly pool: pg.Pool;
  private readonly primary: pg.Pool;
  private isUsable = false;
  /** The primary's WAL position at the last check. */
  private position: string | null = null;
  private checking: Promise<string | null> | null = null;
  /** Rejects each read that is under way. */
  private readonly reading = new Set<(error: Error) => void>();

  constructor(pool: pg.Pool, primary: pg.Pool) {
    this.pool = pool;
    this.primary = primary;
  }

  /** The replica's pool while it is usable, or null. */
  get usable(): pg.Pool | null {
    return this.isUsable ? this.pool : null;
  }

  /** A read without side effects, which may be retried. */
  async read<T>(query: (pool: pg.Pool) => Promise<T>): Promise<T> {
    if (!this.isUsable) return query(this.primary);
    try {
      return await this.readUnlessHung(query);
    } catch (error) {
      const { code, severity } = error as { code?: string; severity?: string };
      if (code !== undefined && notRetried.has(code)) throw error;
      // A read cancelled by replay says nothing about the replica. If the replica is lost, the next check reports why.
      if (severity !== "ERROR") this.isUsable = false;
      return query(this.primary);
    }
  }

  /** Checks whether it can be used from now on. @returns the reason if not, for the log, or null */
  check(): Promise<string | null> {
    this.checking ??= this.runCheck().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async runCheck(): Promise<string | null> {
    const before = this.position;
    const limit = new AbortController();
    try {
      const late = wait(checkTimeoutMs, noAnswer, { signal: limit.signal });
      const problem = await Promise.race([this.compare(before), late]);
      if (problem === noAnswer) this.abandonReads();
      this.isUsable = problem === null && before !== null;
      return problem;
    } catch (error) {
      this.isUsable = false;
      return String(error);
    } finally {
      limit.abort();
    }
  }

  private readUnlessHung<T>(query: (pool: pg.Pool) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.reading.add(reject);
      const ended = () => this.reading.delete(reject);
      query(this.pool).then(resolve, reject).finally(ended);
    });
  }

  /** They continue on the primary. Their connections are closed by the time limit of a query. */
  private abandonReads(): void {
    for (const reject of this.reading) reject(new Error(noAnswer));
  }

  private async compare(before: string | null): Promise<string | null> {
    const { rows: ahead } = await this.primary.query<{ position: string }>(
      "select pg_current_wal_lsn()::text as position",
    );
    this.position = ahead[0]?.position ?? null;
    const { rows } = await this.pool.query<{ is_replica: boolean; applies: boolean; has_it: boolean | null }>(
      `select pg_is_in_recovery() as is_replica, ${rowSecurityApplies} as applies,
              pg_last_wal_replay_lsn() >= $1::pg_lsn as has_it`,
      [before ?? this.position],
    );
    if (!rows[0]?.is_replica) return "DATABASE_REPLICA_URL names a database that is no replica.";
    if (!rows[0].applies) return roleIsLost("DATABASE_REPLICA_URL");
    return rows[0].has_it || before === null ? null : "It is more than two seconds behind.";
  }
}

type RunQuery = (pool: pg.Pool, query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** Routes each statement to the replica or the primary. */
export class ReportDriver implements Driver {
  private readonly connection: DatabaseConnection;

  constructor(replica: Replica, run: RunQuery) {
    this.connection = {
      executeQuery: <Row>(query: CompiledQuery) =>
        replica.read((pool) => run(pool, query)) as Promise<QueryResult<Row>>,
      streamQuery() {
        throw new Error("Page by key instead of streaming.");
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Transactions run on the primary: begin one on the clinic.");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
