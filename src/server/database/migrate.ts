import { Client } from "pg";
import { adoptEarlier } from "./adopt.ts";
import { ensureServerPassword } from "./application-role.ts";
import { describeCluster, nodeRoleOf } from "./cluster/cluster-nodes.ts";
import { migrateCluster } from "./cluster/migrate-cluster.ts";
import { type Migration, MigrationError, migrationFiles } from "./migration-files.ts";
import { hasCode, retry } from "./retry.ts";
import { ensureRoles, findRoleProblem } from "./roles.ts";
import { rollBack } from "./roll-back.ts";

/** Advisory lock for changes of the schema. */
export const migrationsLock = 42_001;
const lockNotAvailable = "55P03";
/** How often a migration retries to lock its tables. */
const attempts = 30;

/**
 * Creates the roles and runs pending migrations, each in its own transaction as klinika_owner. Concurrent servers
 * wait for each other. `beforeFirst` runs before the first pending one, unless the database is new.
 *
 * @returns a line for the log about the Citus cluster, or null without one
 * @throws MigrationError, or the error of `beforeFirst`: nothing was migrated then
 */
export async function migrate(
  databaseUrl: string,
  beforeFirst?: (pending: string) => Promise<void>,
): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl, application_name: "klinika-migrate" });
  await client.connect();
  try {
    const nodeRole = await nodeRoleOf(client);
    if (nodeRole === "worker")
      throw new MigrationError("DATABASE_URL names a worker of a Citus cluster. Name the coordinator.");
    await ensureRoles(client, nodeRole);
    await ensureServerPassword(client, databaseUrl);
    const problem = await findRoleProblem(client);
    if (problem) throw new MigrationError(problem);
    await client.query("select pg_advisory_lock($1)", [migrationsLock]);
    await client.query("set role klinika_owner");
    await client.query(migrationsTable);
    const files = await migrationFiles();
    const ran = await adoptEarlier(client, await migrationsRun(client), files);
    refuseNewer(ran, files);
    const hashes = new Map(ran.map(({ name, hash }) => [name, hash]));
    const first = files.find(({ name }) => !hashes.has(name));
    if (first && ran.length > 0) await beforeFirst?.(first.name);
    if (nodeRole === "standalone") {
      for (const file of files) await runOnce(client, file, hashes.get(file.name));
      return null;
    }
    await migrateCluster(client, files, (file, split) => runOnce(client, file, hashes.get(file.name), split));
    return await describeCluster(client);
  } finally {
    await client.end();
  }
}

export const migrationsTable =
  "create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())";

/** In the order in which they ran. As klinika_owner or klinika_backup. */
export async function migrationsRun(client: Client): Promise<{ name: string; hash: string }[]> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name collate "C"',
  );
  return rows;
}

/** An older version would write rows that the newer schema does not allow. */
function refuseNewer(ran: readonly { name: string }[], files: readonly Migration[]): void {
  const known = new Set(files.map(({ name }) => name));
  const newest = ran.findLast(({ name }) => !known.has(name));
  if (newest)
    throw new MigrationError(
      `The database belongs to a newer Klinika (it has ${newest.name}). Start that one, or restore a backup made by this one.`,
    );
}

/**
 * What a migration does to the rows of large tables, between two lines of its file: repeated before the rest, each time
 * in a transaction of its own, until it changes no row. So no row is locked for long, and a migration
 * that is interrupted continues where it was.
 */
const batches = /^-- begin batches$([\s\S]*)^-- end batches$/m;

/**
 * Unless it ran. `split` makes messages of the SQL, by default one.
 *
 * @returns whether it ran now
 * @throws MigrationError
 */
export async function runOnce(
  client: Client,
  file: Migration,
  ranHash: string | undefined,
  split: (sql: string) => readonly string[] = (sql) => [sql],
): Promise<boolean> {
  if (ranHash === file.hash) return false;
  if (ranHash)
    throw new MigrationError(
      `Migration ${file.name} was changed after it ran. Restore it and add a new migration instead.`,
    );
  try {
    const run = (sql: string, record?: Migration) =>
      retry({ attempts, waitMs: 1000, when: hasCode(lockNotAvailable) }, () =>
        runInTransaction(client, split(sql), record),
      );
    const [, batch] = batches.exec(file.sql) ?? [];
    if (batch) while ((await run(batch)) > 0);
    await run(file.sql.replace(batches, ""), file);
  } catch (cause) {
    throw new MigrationError(`Migration ${file.name} failed: ${(cause as Error).message}`, { cause });
  }
  // VACUUM cannot run in a transaction: a migration requests it in a line of its own.
  const [, vacuum] = /^-- then: (vacuum .+)$/m.exec(file.sql) ?? [];
  if (vacuum) await client.query(vacuum);
  return true;
}

/** Records the migration, if one is given. @returns how many rows the statements changed */
async function runInTransaction(
  client: Client,
  statements: readonly string[],
  record: Migration | undefined,
): Promise<number> {
  try {
    await client.query("begin");
    // A migration may have ended in another role.
    await client.query("set local role klinika_owner");
    // A waiting ALTER TABLE blocks all later queries of the table, so it waits briefly, lets them pass, and
    // retries.
    await client.query("set local lock_timeout = '1s'");
    let changed = 0;
    for (const statement of statements) {
      // An array for a message of several statements.
      for (const { command, rowCount } of [await client.query(statement)].flat())
        if (command !== "SELECT") changed += rowCount ?? 0;
    }
    if (record)
      await client.query("insert into migrations (name, hash) values ($1, $2)", [record.name, record.hash]);
    await client.query("commit");
    return changed;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}
