import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { databaseAt, onServer, spareTheDisk } from "#test/servers/postgres.ts";
import { backupCommand } from "./backup-command.ts";
import { restoreCommand } from "./restore-command.ts";

const quiet = () => undefined;

it("a user that may only create roles, as on managed services, migrates, backs up and restores", {
  timeout: 60_000,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), "klinika-ordinary-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir: join(home, "server"), log: quiet });
  onTestFinished(() => server.stop());
  await spareTheDisk(server.url);
  await onServer(server.url, "create role ordinary login createrole password 'of-the-clinic'");
  const url = new URL(server.url);
  [url.username, url.password] = ["ordinary", "of-the-clinic"];
  const env = { DATA_DIR: join(home, "data"), DATABASE_URL: databaseAt(url.href, "own") };
  await onServer(server.url, "create database own owner ordinary");

  await migrate(env.DATABASE_URL);
  await migrate(env.DATABASE_URL);
  const [folder = ""] = await backupCommand([join(home, "backups"), "--even-empty"], env, quiet);
  const output = await restoreCommand([folder, "--replace"], env, quiet);
  expect(output.join()).toContain("0 differences");
  await onServer(env.DATABASE_URL, "set role klinika_app; select from patients");
  await expect(onServer(env.DATABASE_URL, "set role klinika_app; select from credentials")).rejects.toThrow(
    /permission denied/,
  );
});
