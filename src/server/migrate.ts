import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Client } from "pg";
import { ensureRoles, findRoleProblem } from "./roles.ts";

const migrationsFolder = new URL("../../migrations/", import.meta.url);
const migrationsLock = 42_001;

/** Names the migration that failed, so that the start can say so in one line. */
export class MigrationError extends Error {}

async function migrationFiles(): Promise<{ name: string; sql: string; hash: string }[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Creates the roles and runs the migrations that have not run, each in its own transaction as klinika_owner.
 * Two servers that start at once wait for each other.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: "klinika-migrate" });
  await client.connect();
  try {
    await ensureRoles(client);
    const problem = await findRoleProblem(client);
    if (problem) throw new MigrationError(problem);
    await client.query("select pg_advisory_lock($1)", [migrationsLock]);
    await client.query("set role klinika_owner");
    await client.query(
      "create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())",
    );
    const ran = new Map<string, string>(
      (await client.query<{ name: string; hash: string }>("select name, hash from migrations")).rows.map(
        (row) => [row.name, row.hash],
      ),
    );
    for (const file of await migrationFiles()) await runOnce(client, file, ran.get(file.name));
  } finally {
    await client.end();
  }
}

async function runOnce(
  client: Client,
  file: { name: string; sql: string; hash: string },
  ranHash: string | undefined,
): Promise<void> {
  if (ranHash === file.hash) return;
  if (ranHash)
    throw new MigrationError(
      `Migration ${file.name} was changed after it ran. Restore it and add a new migration instead.`,
    );
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '5s'");
    await client.query(file.sql);
    await client.query("insert into migrations (name, hash) values ($1, $2)", [file.name, file.hash]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new MigrationError(`Migration ${file.name} failed: ${(cause as Error).message}`, { cause });
  }
}
