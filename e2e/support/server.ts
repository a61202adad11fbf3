import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "#app/server/app.ts";
import { exportQueue } from "#features/exports/server/work-exports.ts";
import { importQueue } from "#features/imports/server/work-imports.ts";
import { webhookQueueWith } from "#features/webhooks/server/send-webhooks.ts";
import { ensureFirstAdmin } from "#server/auth/first-admin.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { startJobQueues } from "#server/jobs/start-job-queues.ts";
import { letterQueue } from "#server/mail/mail-links.ts";
import { readSettings } from "#server/settings.ts";
import { databaseAt, onServer, spareTheDisk } from "#test/servers/postgres.ts";
import { openAccountDoor } from "./sign-in-pages.ts";

/** The product as shipped, on an empty database, for the browser stories. */
const given = process.env.DATABASE_URL;
const folder = await mkdtemp(join(tmpdir(), "klinika-e2e-"));
const embedded = given ? null : await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const server = given ?? embedded?.url ?? "";
if (embedded) await spareTheDisk(server);
const name = `klinika_e2e_${process.pid}`;
await onServer(server, `create database ${name} encoding 'UTF8' template template0`);
const databaseUrl = databaseAt(server, name);
await migrate(databaseUrl);
const settings = readSettings({
  DATA_DIR: folder,
  SUPPORT_PHONE: "+63 32 255 0142",
  SUPPORT_EMAIL: "help@klinika.test",
  CONTACT_MESSAGES_PER_HOUR: "1000",
  SIGN_UPS_PER_HOUR: "100000",
  ADMIN_SECOND_FACTOR: "offered",
  ...process.env,
});
const app = await buildApp({ settings, databaseUrl, withoutBackgroundWork: true });
await ensureFirstAdmin(databaseUrl, {
  adminEmail: "admin@klinika.test",
  adminPassword: "sinigang-at-noon-7",
});
const port = Number(process.env.E2E_PORT ?? 4317);
const door = openAccountDoor(databaseUrl, port + 1);
// A quiet server runs no scheduled jobs; mails with links, imports, exports and webhooks are needed anyway. No host name
// resolves here.
const closing = new AbortController();
const queues = startJobQueues(
  app,
  [letterQueue, importQueue, exportQueue, webhookQueueWith(async () => [])],
  closing.signal,
);
const looking = setInterval(() => void queues.poll(), 500);
await app.listen({ host: "127.0.0.1", port });

async function stop(): Promise<void> {
  clearInterval(looking);
  closing.abort();
  await queues.close();
  door.close();
  await app.close();
  await onServer(server, `drop database if exists ${name} with (force)`);
  await embedded?.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
