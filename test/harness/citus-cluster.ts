import { randomBytes } from "node:crypto";
import { clusterSettings, distributeSchema } from "#server/database/cluster/distribute-tables.ts";
import { moveShard } from "#server/database/cluster/move-shards.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { databaseAt, dropOnEach, joinMachines, machinesOf, onEach } from "../servers/postgres.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** Few, which are quick to create; each contains clinics. */
const SHARDS = 8;

type Contents = { fill?: (coordinator: string) => Promise<void> };

/** A distributed database of its own, on each node of the cluster whose coordinator a URL names. */
export type CitusDatabase = {
  url: string;
  /** Its part on each worker. */
  workers: readonly string[];
  /** The worker that has a clinic's rows now. */
  workerOf(clinicId: number): Promise<string>;
  /** Moves the shard group of this clinic to the other worker, as `npm run admin -- rebalance` does. */
  moveAway(clinicId: number): Promise<void>;
  /** How many statements Citus sent to one shard, and to several, during the work. */
  counted(work: () => Promise<unknown>): Promise<{ one: number; several: number }>;
  drop(): Promise<void>;
};

/**
 * Migrates the database of this name, which exists empty on each node, fills it, and distributes its tables.
 */
export async function distributeNew(
  machines: readonly string[],
  name: string,
  { fill }: Contents = {},
): Promise<void> {
  const coordinator = databaseAt(machines[0] ?? "", name);
  await joinMachines(machines, name);
  await migrate(coordinator);
  await fill?.(coordinator);
  await withClient(coordinator, (client) => distributeSchema(client, SHARDS));
  // Settings of `distribute` apply on the coordinator; a database on a worker has its own.
  for (const setting of clusterSettings(name)) await onEach(machines, setting);
}

/** @returns null if the URL names no coordinator of two workers */
export async function openCitusDatabase(url: string, contents: Contents = {}): Promise<CitusDatabase | null> {
  const machines = await machinesOf(url);
  if (machines.length !== 3) return null;
  const name = `klinika_measure_${process.pid}_${randomBytes(4).toString("hex")}`;
  const drop = () => dropOnEach(machines, name);
  const isDropped = stopWhenInterrupted(drop);
  const [coordinator = "", ...workers] = machines.map((machine) => databaseAt(machine, name));
  await onEach(machines, `create database ${name} encoding 'UTF8' template template0`);
  await distributeNew(machines, name, contents);
  await onEach(machines, `alter database ${name} set citus.enable_stat_counters = on`);
  const placeOf = (clinicId: number) =>
    withClient(coordinator, async (client) => {
      const { rows } = await client.query<{ shard: string; host: string; port: number }>(
        `select s.shardid as shard, s.nodename as host, s.nodeport as port from citus_shards s
         where s.shardid = get_shard_id_for_distribution_column('patients', $1::bigint)`,
        [clinicId],
      );
      const [place] = rows;
      if (!place) throw new Error(`No shard contains clinic ${clinicId}.`);
      return place;
    });
  return {
    url: coordinator,
    workers,
    async workerOf(clinicId) {
      const { host, port } = await placeOf(clinicId);
      const worker = workers.find((one) => new URL(one).host === `${host}:${port}`);
      if (!worker) throw new Error(`Clinic ${clinicId} is on no worker.`);
      return worker;
    },
    async moveAway(clinicId) {
      const { shard, host, port } = await placeOf(clinicId);
      const { hostname, port: to } = new URL(
        workers.find((one) => new URL(one).host !== `${host}:${port}`) ?? "",
      );
      await withClient(coordinator, (client) =>
        moveShard(client, { shard, from: { host, port }, to: { host: hostname, port: Number(to) } }),
      );
    },
    async counted(work) {
      const before = await statements([coordinator, ...workers]);
      await work();
      const after = await statements([coordinator, ...workers]);
      return { one: after.one - before.one, several: after.several - before.several };
    },
    async drop() {
      isDropped();
      await drop();
    },
  };
}

/** On every node: a trigger on a worker queries others. */
async function statements(urls: readonly string[]): Promise<{ one: number; several: number }> {
  const counts = await Promise.all(
    urls.map((url) =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ one: string; several: string }>(
          `select query_execution_single_shard as one, query_execution_multi_shard as several
           from citus_stat_counters where name = current_database()`,
        );
        return { one: Number(rows[0]?.one ?? 0), several: Number(rows[0]?.several ?? 0) };
      }),
    ),
  );
  return {
    one: counts.reduce((sum, { one }) => sum + one, 0),
    several: counts.reduce((sum, { several }) => sum + several, 0),
  };
}
