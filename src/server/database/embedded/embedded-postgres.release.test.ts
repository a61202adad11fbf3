import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { installedPostgres } from "./postgres-binaries.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-postgres-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows[0] ?? [];
  } finally {
    await client.end();
  }
}

test("handles Unicode, checks its pages, uses UTC, flushes to disk and prefers indexes", async () => {
  const dataDir = await newFolder();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => database.stop());
  expect(
    await ask(
      database.url,
      `select upper('peña'), current_setting('server_encoding'), current_setting('data_checksums'),
              current_setting('TimeZone'), current_setting('fsync'), current_setting('full_page_writes'),
              current_setting('random_page_cost')`,
    ),
  ).toEqual(["PEÑA", "UTF8", "on", "UTC", "on", "on", "1.1"]);
  expect((await stat(join(dataDir, "postgres-password"))).mode & 0o777).toBe(0o600);
  await expect(ask(database.url.replace(/:[0-9a-f]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
});

test("its log contains no row values", async () => {
  const dataDir = await newFolder();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => database.stop());
  const repeat = "create table p (name text unique); insert into p values ('Dela Cruz'), ('Dela Cruz')";
  await expect(ask(database.url, repeat)).rejects.toThrow(/duplicate key/);
  await expect(ask(database.url, "select 'Dela Cruz'::date")).rejects.toThrow(/invalid input/);
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).not.toContain("Dela Cruz");
});

test("a lost password is reported in one line, and leaves nothing running", async () => {
  const dataDir = await newFolder();
  const options = { dataDir, log: () => undefined };
  await (await startEmbeddedPostgres(options)).stop();
  await rm(join(dataDir, "postgres-password"));
  await expect(startEmbeddedPostgres(options)).rejects.toThrow(
    /postgres-password does not match the database/,
  );
  await expect(stat(join(dataDir, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
  await expect(stat(join(dataDir, "klinika.lock"))).rejects.toThrow("ENOENT");
});

test.runIf(process.getuid?.() === 0)(
  "as root: programs and data may be in folders that only root may enter",
  async () => {
    const closed = await newFolder();
    await chmod(closed, 0o700);
    spawnSync("cp", ["-al", join(installedPostgres(), ".."), join(closed, "clone")]);
    const native = join(closed, "clone", "native");
    for (const expected of [1, 2]) {
      const database = await startEmbeddedPostgres({
        dataDir: join(closed, "data"),
        log: () => undefined,
        native,
      });
      await ask(database.url, "create table if not exists starts (id int generated always as identity)");
      await ask(database.url, "insert into starts default values");
      expect(Number((await ask(database.url, "select count(*) from starts"))[0])).toBe(expected);
      await database.stop();
    }
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  },
);
