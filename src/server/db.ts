import { createHash } from "node:crypto";
import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from "kysely";
import pg from "pg";
import { asApplication, type ServerLogin, serverLogin } from "./application-role.ts";
import type { Database } from "./db.types.ts";
import { nameInRows, queryBuilder } from "./query-builder.ts";
import { Replica, ReportDriver } from "./replica.ts";
import { beginScoped, queryScoped, type Scope, takePrepared } from "./scoped-query.ts";
import { SessionLookups } from "./session-lookups.ts";
import { SharedReads } from "./shared-reads.ts";
import { type Query, type Rows, runStatement, runTogether } from "./statement.ts";

/** A clinic's door to its own rows: every query runs with the clinic, the acting user and the event set. */
export type Clinic = {
  readonly id: number;
  readonly userId: number;
  readonly db: Kysely<Database>;
  /** All of the work or none of it. Inside a transaction it joins the one that runs. */
  transaction<T>(work: (clinic: Clinic) => Promise<T>): Promise<T>;
};

/** Functions of the database that may reach across clinics; see the migrations for each. */
type NarrowCalls = {
  rows<Row>(name: NarrowFunction, args: readonly unknown[]): Promise<Row[]>;
};

export type NarrowFunction =
  | "account_for_sign_in"
  | "second_factor_of"
  | "prepare_second_factor"
  | "confirm_second_factor"
  | "remove_authenticator"
  | "passkeys_of"
  | "start_passkey_challenge"
  | "take_passkey_challenge"
  | "add_passkey"
  | "use_passkey"
  | "remove_passkey"
  | "staff_mode_pin_of"
  | "password_changed_at"
  | "set_staff_mode_pin"
  | "use_totp_step"
  | "use_recovery_code"
  | "start_second_factor_challenge"
  | "second_factor_challenge"
  | "end_second_factor_challenge"
  | "renew_recovery_codes"
  | "recovery_codes_of"
  | "remember_device"
  | "is_remembered_device"
  | "reset_staff_second_factor"
  | "sweep_second_factors"
  | "profile_of"
  | "password_hash_of"
  | "start_session"
  | "look_up_sessions"
  | "touch_sessions"
  | "end_session"
  | "clinic_of_account"
  | "enter_staff_mode"
  | "owner_beside"
  | "leave_staff_mode"
  | "end_sessions_of"
  | "is_ended_staff_mode"
  | "describe_session"
  | "end_own_session"
  | "end_staff_session"
  | "note_sign_in"
  | "sessions_of_staff"
  | "sessions_of_user"
  | "sign_ins_of_all"
  | "sign_ins_of_clinic"
  | "sign_ins_of_user"
  | "sweep_sign_ins"
  | "is_resting"
  | "renew_typed_password"
  | "change_password"
  | "rehash_password"
  | "sign_up_clinic"
  | "create_first_admin"
  | "has_platform_admin"
  | "create_staff_account"
  | "open_staff_account"
  | "renew_staff_password"
  | "begin_sign_in"
  | "forgive_sign_in"
  | "read_signing_key"
  | "clinics_to_seal"
  | "seal_clinic_history"
  | "sweep_expired"
  | "take_turns"
  | "give_up_uploads"
  | "forget_uploads"
  | "destroy_one_record"
  | "files_left_to_remove"
  | "forget_removed_files"
  | "store_contact_message"
  | "take_message_to_mail"
  | "message_was_mailed"
  | "message_was_not_mailed"
  | "count_messages_to_mail"
  | "ask_letter_with_link"
  | "take_letter_with_link"
  | "letter_with_link_was_mailed"
  | "letter_with_link_was_not_mailed"
  | "account_of_link"
  | "confirm_email"
  | "reset_password"
  | "clinics_to_refer_to"
  | "send_referral"
  | "claim_referral"
  | "take_referral"
  | "close_referral"
  | "tell_what_is_due"
  | "tell_tasks_due"
  | "file_upgrade_request"
  | "note_console_call"
  | "forget_other_devices"
  | "read_console_log"
  | "sweep_console_log"
  | "platform_stats"
  | "platform_clinics"
  | "count_platform_clinics"
  | "platform_users"
  | "count_platform_users"
  | "set_clinic_active"
  | "set_clinic_subscription"
  | "set_clinic_verified"
  | "platform_standing_changes"
  | "platform_messages"
  | "count_platform_messages"
  | "handle_message";

export type Databases = {
  openClinic(scope: Scope): Clinic;
  narrow: NarrowCalls;
  sessions: SessionLookups;
  /**
   * For reads that may be some seconds old: from the replica where there is one and it is well. Nothing is decided by
   * them and nothing written; a transaction is the primary's.
   */
  reports: { openClinic(scope: Scope): Clinic; narrow: NarrowCalls };
  /** What keeps reports from the replica, or null; also where there is none. */
  lookAtReplica(): Promise<string | null>;
  isAnswering(): Promise<boolean>;
  /** Of this process: open ones, those of them that nobody uses, and requests that wait for one. */
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
    // A request waits this long for a connection, old or new, before it says that the database is away.
    connectionTimeoutMillis: 10_000,
  });
  const replica = replicaUrl ? openReplica(replicaUrl, login, poolSize, pool) : null;
  const reads = new SharedReads(pool);
  const openClinic = (scope: Scope) => clinicOf(pool, scope, reads);
  const narrow: NarrowCalls = { rows: (name, args) => narrowRows(pool, name, args) };
  return {
    openClinic,
    narrow,
    sessions: new SessionLookups({
      look: (args) => narrow.rows("look_up_sessions", args),
      touch: (args) => narrow.rows("touch_sessions", args),
    }),
    reports: replica
      ? {
          openClinic: (scope) => ({
            ...openClinic(scope),
            db: queryBuilder(new ReportDriver(replica, (from, query) => askScoped(from, scope, query))),
          }),
          narrow: { rows: (name, args) => replica.read((from) => narrowRows(from, name, args)) },
        }
      : { openClinic, narrow },
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

async function narrowRows<Row>(
  pool: pg.Pool,
  name: NarrowFunction,
  args: readonly unknown[],
): Promise<Row[]> {
  const places = args.map((_, index) => `$${index + 1}`).join(", ");
  const client = await pool.connect();
  try {
    const { rows } = await runStatement(client, {
      name: `narrow_${name}`,
      text: `select * from ${name}(${places})`,
      values: args,
    });
    return rows as Row[];
  } finally {
    client.release();
  }
}

function clinicOf(pool: pg.Pool, scope: Scope, reads: SharedReads): Clinic {
  const db = queryBuilder(new ScopedDriver(pool, scope, reads));
  return {
    id: scope.clinicId,
    userId: scope.userId,
    db,
    transaction: (work) =>
      db.transaction().execute((transaction) => {
        const joined: Clinic = {
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

/** A name makes PostgreSQL keep the parsed statement. Shapes are few; past the limit a statement goes unnamed. */
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

/** What a piece of work asks of the database: single statements, or those of its transaction. */
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
    this.client?.release(this.transaction === "open");
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
  private readonly reads: SharedReads | null;
  private waiting: Asked[] = [];

  constructor(pool: pg.Pool, scope: Scope, reads: SharedReads | null = null) {
    this.pool = pool;
    this.scope = scope;
    this.reads = reads;
  }

  takeClient(): Promise<pg.PoolClient> {
    return takePrepared(this.pool);
  }

  /** A statement by itself. What is asked at once, as by Promise.all, goes in one trip. */
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
      const answers = await (this.reads && asked.every(({ isRead }) => isRead)
        ? this.reads.ask(this.scope, queries)
        : this.askAlone(queries));
      for (const [place, { resolve }] of asked.entries()) resolve(answers[place] as Rows);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  private async askAlone(queries: readonly Query[]): Promise<Rows[]> {
    const client = await this.takeClient();
    try {
      return await queryScoped(client, this.scope, queries);
    } finally {
      client.release();
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
async function askScoped(pool: pg.Pool, scope: Scope, query: CompiledQuery): Promise<QueryResult<unknown>> {
  const driver = new ScopedDriver(pool, scope);
  const connection = await driver.acquireConnection();
  try {
    return await connection.executeQuery(query);
  } finally {
    await driver.releaseConnection(connection);
  }
}
