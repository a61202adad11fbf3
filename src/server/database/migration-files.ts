import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

const migrationsFolder = new URL("../../../migrations/", import.meta.url);

/** The server stops with its message, one line that names the migration. */
export class MigrationError extends Error {}

export type Migration = { name: string; sql: string; hash: string };

/** The migrations of this version, in the order in which they run. */
export async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
