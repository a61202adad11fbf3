import { randomBytes } from "node:crypto";
import { clusterSettings, distributeWhole } from "#server/database/cluster/distribute-tables.ts";
import { moveShard } from "#server/database/cluster/move-shards.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { databaseAt, dropOnEach, joinMachines, machinesOf, onEach } from "#test/servers/postgres.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** Few, which are quick to make; clinics lie in each. */
const SHARDS = 8;

/** A distributed database of its own, on each machine of the cluster that a URL leads to. */
export type CitusDatabase = {
  url: string;
  /** The same on each worker. */
  workers: readonly string[];
  /** The worker where a clinic's rows lie now. */
  workerOf(clinicId: number): Promise<string>;
  /** Moves the shard that holds this clinic, with all its tables, to the other worker, as `npm run admin -- rebalance` does. */
  moveAway(clinicId: number): Promise<void>;
  /** How many statements went to one shard, and to several, while the work was done. */
  counted(work: () => Promise<unknown>): Promise<{ one: number; several: number }>;
  drop(): Promise<void>;
};

/** Migrates the database of this name, of which each machine has one that is empty, and puts its tables in their places. */
export async function distributeNew(machines: readonly string[], name: string): Promise<void> {
  const coordinator = databaseAt(machines[0] ?? "", name);
  await joinMachines(machines, name);
  await migrate(coordinator);
  await withClient(coordinator, (client) => distributeWhole(client, SHARDS));
  // Those of `distribute` are in force on the coordinator; a database on a worker has its own.
  for (const setting of clusterSettings(name)) await onEach(machines, setting);
}

/** @returns null where the URL leads to no coordinator of two workers */
export async function openCitusDatabase(url: string): Promise<CitusDatabase | null> {
  const machines = await machinesOf(url);
  if (machines.length !== 3) return null;
  const name = `klinika_measure_${process.pid}_${randomBytes(4).toString("hex")}`;
  const drop = () => dropOnEach(machines, name);
  const isDropped = stopWhenInterrupted(drop);
  const [coordinator = "", ...workers] = machines.map((machine) => databaseAt(machine, name));
  await onEach(machines, `create database ${name} encoding 'UTF8' template template0`);
  await distributeNew(machines, name);
  await onEach(machines, `alter database ${name} set citus.enable_stat_counters = on`);
  const placeOf = (clinicId: number) =>
    withClient(coordinator, async (client) => {
      const { rows } = await client.query<{ shard: string; host: string; port: number }>(
        `select s.shardid as shard, s.nodename as host, s.nodeport as port from citus_shards s
         where s.shardid = get_shard_id_for_distribution_column('patients', $1::bigint)`,
        [clinicId],
      );
      const [place] = rows;
      if (!place) throw new Error(`No shard holds clinic ${clinicId}.`);
      return place;
    });
  return {
    url: coordinator,
    workers,
    async workerOf(clinicId) {
      const { host, port } = await placeOf(clinicId);
      const worker = workers.find((one) => new URL(one).host === `${host}:${port}`);
      if (!worker) throw new Error(`Clinic ${clinicId} lies on no worker.`);
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

/** On every machine: a trigger on a worker asks others. */
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
