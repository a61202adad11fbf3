import { Client } from "pg";
import { StartProblem } from "#server/start-problem.ts";

const needed = ["fsync", "full_page_writes", "synchronous_commit"];

/**
 * Refuses a database that may lose acknowledged transactions in a power failure.
 * @throws StartProblem
 */
export async function requireDurable(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select name from pg_settings where name = any($1) and setting = 'off' order by name",
      [needed],
    );
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name).join(" and ");
    throw new StartProblem(
      `The database has ${names} off: a power cut may lose saved data. Turn it on (alter system reset ${rows[0]?.name}), or take its line out of postgresql.conf or postgresql.auto.conf, and restart the database.`,
    );
  } finally {
    await client.end();
  }
}
