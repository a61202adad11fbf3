import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server the tests' databases live on; its path is the maintenance database. */
    postgresUrl: string;
    templateName: string;
  }
}

/**
 * One PostgreSQL for the whole run: DATABASE_URL's if set, else the embedded one in its own folder. Each test file
 * that needs a database copies a migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = given ? null : await mkdtemp(join(tmpdir(), "klinika-test-"));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, log: () => undefined }) : null;
  const url = given ?? embedded?.url ?? "";
  if (embedded) await spareTheDisk(url);
  const templateName = `klinika_template_${process.pid}`;
  await onServer(url, `create database ${templateName} encoding 'UTF8' template template0`);
  await migrate(databaseAt(url, templateName));
  project.provide("postgresUrl", url);
  project.provide("templateName", templateName);
  return async () => {
    await onServer(url, `drop database if exists ${templateName} with (force)`);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

/** What a test writes need not survive a power cut. */
export async function spareTheDisk(url: string): Promise<void> {
  await onServer(url, "alter system set fsync = off");
  await onServer(url, "select pg_reload_conf()");
}

/** A connection for the work, closed after it. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function onServer(url: string, sql: string): Promise<void> {
  await connected(url, (client) => client.query(sql));
}

export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
