import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseError } from "pg";
import type { TestProject } from "vitest/node";
import { nodeRoleOf } from "#server/database/cluster/cluster-nodes.ts";
import { clusterSettings, distributeSchema } from "#server/database/cluster/distribute-tables.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server with the tests' databases; its path is the maintenance database. */
    postgresUrl: string;
    /** The same for each node of a cluster, the coordinator first; without a cluster the single server. */
    machines: string[];
    templateName: string;
  }
}

/**
 * One PostgreSQL for the whole run: that of DATABASE_URL, else an embedded one in a folder of its own. Each worker, and
 * each test file with an app of its own, copies a migrated template. If DATABASE_URL names a database with Citus on a
 * coordinator, the template is distributed, and copied on each node.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = given ? null : await mkdtemp(join(tmpdir(), "klinika-test-"));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, log: () => undefined }) : null;
  const url = given ?? embedded?.url ?? "";
  if (embedded) await spareTheDisk(url);
  const templateName = `klinika_template_${process.pid}`;
  const machines = await machinesOf(url);
  await onEach(machines, `create database ${templateName} encoding 'UTF8' template template0`);
  if (machines.length > 1) await joinMachines(machines, templateName);
  await migrate(databaseAt(url, templateName));
  if (machines.length > 1) await distribute(databaseAt(url, templateName));
  project.provide("postgresUrl", url);
  project.provide("machines", machines);
  project.provide("templateName", templateName);
  return async () => {
    if (!embedded) for (const name of await databasesOf(url, templateName)) await dropOnEach(machines, name);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
    // The folders of the apps that workers shared until their end.
    for (const name of await readdir(tmpdir()))
      if (name.startsWith(templateName)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  };
}

/** The template, and the copies of it that are left. */
const databasesOf = (url: string, templateName: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [templateName],
    );
    return rows.map(({ datname }) => datname);
  });

/** Turns fsync off: test data need not survive a power cut. */
export async function spareTheDisk(url: string): Promise<void> {
  await onServer(url, "alter system set fsync = off");
  await onServer(url, "select pg_reload_conf()");
}

/** URLs of the maintenance databases of a cluster's nodes, the coordinator first; without a cluster the one given. */
export async function machinesOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    if ((await nodeRoleOf(client)) === "standalone") return [url];
    const { rows } = await client.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid",
    );
    return rows.map(({ host, port }) => {
      const address = new URL(url);
      // The database of DATABASE_URL may be missing on the other nodes.
      address.pathname = "/postgres";
      address.host = `${host}:${port}`;
      return address.href;
    });
  });
}

/** Makes a cluster of the databases of this name on all nodes. */
export async function joinMachines(machines: readonly string[], name: string): Promise<void> {
  await onEach(
    machines.map((url) => databaseAt(url, name)),
    "create extension citus",
  );
  const [first = "", ...workers] = machines.map((url) => new URL(databaseAt(url, name)));
  await withClient(String(first), async (client) => {
    const { hostname, port } = new URL(first);
    await client.query("select citus_set_coordinator_host($1, $2)", [hostname, Number(port)]);
    for (const worker of workers)
      await client.query("select citus_add_node($1, $2)", [worker.hostname, Number(worker.port)]);
  });
}

/** With few shards, which are quick to copy. */
const distribute = (url: string) => withClient(url, (client) => distributeSchema(client, 2));

/** Copies the template on each node. */
export async function copyTemplate(
  machines: readonly string[],
  template: string,
  name: string,
): Promise<void> {
  // A database can only be copied without connections, and Citus keeps a background process in each.
  if (machines.length > 1)
    await onEach(
      machines,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    );
  // Takes a third of the time of the default strategy, wal_log; a test database need not survive a crash.
  await onEach(machines, `create database ${name} template ${template} strategy file_copy`);
  if (machines.length > 1) for (const setting of clusterSettings(name)) await onEach(machines, setting);
}

export async function onEach(machines: readonly string[], sql: string): Promise<void> {
  await Promise.all(machines.map((url) => onServer(url, sql)));
}

/** Ends all connections. On a cluster a background process of Citus may reconnect meanwhile. */
export async function dropOnEach(machines: readonly string[], name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await onEach(machines, `drop database if exists ${name} with (force)`);
    } catch (error) {
      if ((error as DatabaseError).code !== isInUse || attempt === 5) throw error;
    }
}

const isInUse = "55006";

export async function onServer(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}

export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
