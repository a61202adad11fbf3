import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";

/**
 * The database inside Klinika: the one that runs, when Klinika does, else started for as long as the command takes.
 * @throws StartProblem
 */
export async function reachOwnDatabase(
  dataDir: string,
  log: (line: string) => void,
): Promise<{ url: string; leave(): Promise<void> }> {
  const url = await runningUrl(dataDir);
  if (url) return { url, leave: async () => undefined };
  const started = await startEmbeddedPostgres({ dataDir, log });
  return { url: started.url, leave: () => started.stop() };
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
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}
