import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { reachDatabase } from "#server/database/reach-database.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Settings } from "#server/settings.ts";

type OwnDatabase = { url: string; stop(): Promise<void> };

/**
 * Runs the work on the database of DATABASE_URL, else on the one inside Klinika, which `openOwn` makes available until
 * the work is done.
 * @throws StartProblem
 */
export async function withDatabase<T>(
  { databaseUrl }: Settings,
  openOwn: () => Promise<OwnDatabase>,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) {
    await reachDatabase(databaseUrl);
    return work(databaseUrl);
  }
  const own = await openOwn();
  try {
    return await work(own.url);
  } finally {
    await own.stop();
  }
}

/**
 * The database inside Klinika: used as it is while Klinika runs, else started for this command.
 * @throws StartProblem
 */
export async function openOwnDatabase(dataDir: string, log: (line: string) => void): Promise<OwnDatabase> {
  const url = await runningUrl(dataDir);
  if (url) return { url, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log });
}

async function runningUrl(dataDir: string): Promise<string | null> {
  try {
    const [process, password] = await Promise.all(
      [join("postgres", "postmaster.pid"), "postgres-password"].map((name) =>
        readFile(join(dataDir, name), "utf8"),
      ),
    );
    // PostgreSQL writes its port in the fourth line.
    const port = Number(process?.split("\n")[3]);
    const url = `postgres://postgres:${password?.trim()}@127.0.0.1:${port}/klinika`;
    await withClient({ connectionString: url, connectionTimeoutMillis: 3000 }, async () => undefined);
    return url;
  } catch {
    return null;
  }
}
