import { Client } from "pg";
import { afterAll, beforeEach, expect } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { databaseAt, onServer } from "#test/servers/postgres.ts";
import { skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { earlier, earlierCatalog, hashOfCatalog, lastOfSchema } from "./adopt.ts";
import { migrate, migrationsTable } from "./migrate.ts";
import { migrationFiles } from "./migration-files.ts";
import { ensureRoles } from "./roles.ts";

// A database as the last version before 0.1.0 left it.

const name = `klinika_earlier_${process.pid}`;
let app: TestApp | undefined;
let client: Client;

beforeEach(async () => {
  app ??= await startOwnApp();
  await client?.end();
  await onServer(app.databaseUrl, `drop database if exists ${name} with (force)`);
  await onServer(app.databaseUrl, `create database ${name} template template0`);
  client = new Client({ connectionString: databaseAt(app.databaseUrl, name) });
  await client.connect();
  await ensureRoles(client);
  await client.query("set role klinika_owner");
  await client.query(migrationsTable);
  for (const { sql } of await schemaFiles())
    await client.query(`begin; ${sql}; commit; set role klinika_owner`);
  await client.query("insert into migrations (name, hash) values ($1, ''), ($2, '')", [
    earlier.first,
    earlier.last,
  ]);
  await client.query("reset role");
});
afterAll(async () => {
  await client?.end();
  if (app) await onServer(app.databaseUrl, `drop database if exists ${name} with (force)`);
  await app?.close();
});

const schemaFiles = async () => (await migrationFiles()).filter((file) => file.name <= lastOfSchema);
const start = () => migrate(databaseAt(app?.databaseUrl ?? "", name));
const ran = async () =>
  (await client.query('select name, hash from migrations order by name collate "C"')).rows;

const it = skipOnCluster("the catalog of a distributed database differs");

it("has the same catalog as the files that now create it", async () => {
  expect(await hashOfCatalog(client)).toBe(earlierCatalog);
});

it("is adopted at the next start, also after a backup granted what it needs", async () => {
  await client.query(
    "create policy whole_for_backup on credentials for select to klinika_backup using (true)",
  );
  await client.query("grant select on credentials to klinika_backup");
  await start();
  const files = await migrationFiles();
  expect(await ran()).toEqual(files.map(({ name, hash }) => ({ name, hash })));
  await start();
  expect(await ran()).toHaveLength(files.length);
});

it("is refused when its schema was changed by hand, or when it is older", async () => {
  await client.query("drop index bills_of_day");
  await expect(start()).rejects.toThrow(/something was changed by hand/);
  await client.query("delete from migrations where name = $1", [earlier.last]);
  await expect(start()).rejects.toThrow(/Start the last version before 0.1.0/);
  expect(await ran()).toEqual([{ name: earlier.first, hash: "" }]);
});
