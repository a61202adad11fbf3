import { setTimeout as wait } from "node:timers/promises";
import { Client, type DatabaseError } from "pg";
import { StartProblem } from "../start-problem.ts";

const oldestVersion = 150_000;
const startingUp = "57P03";

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there. Start that PostgreSQL, or correct the host and the port",
  ENOTFOUND: "there is no such host. Correct its name",
  EAI_AGAIN: "the name of the host cannot be looked up. Check the name and the network",
  ETIMEDOUT: "it does not answer in time. Check the network and the firewall",
  "28P01": "it refuses the user or the password. Correct them",
  "28000": "it does not accept this user from here, or not without encryption. Check its pg_hba.conf",
  "3D000": "it has no such database. Create it, or correct its name",
  "53300": "it has no connections left. Raise its max_connections",
};

/**
 * Checks that the database of DATABASE_URL can be reached and is recent enough. Waits while it is starting.
 *
 * @throws StartProblem
 */
export async function reachDatabase(databaseUrl: string): Promise<void> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const database = `the database ${pathname.slice(1) || "postgres"} at ${hostname}:${port || 5432}`;
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(
        "select current_setting('server_version_num') as version",
      );
      if (Number(rows[0]?.version) >= oldestVersion) return;
      throw new StartProblem(`DATABASE_URL: ${database} is older than PostgreSQL 15. Use a newer one.`);
    } catch (error) {
      if (error instanceof StartProblem) throw error;
      if (codeOf(error) === startingUp && attempt < 60) await wait(500);
      else throw new StartProblem(`DATABASE_URL: ${database} cannot be used: ${reasonOf(error)}.`);
    } finally {
      await client.end();
    }
  }
}

/** A name with several addresses fails with one error for each. */
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first as NodeJS.ErrnoException | DatabaseError).code ?? "";
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith("timeout")) return reasons.ETIMEDOUT as string;
  return reasons[codeOf(error)] ?? message;
}
