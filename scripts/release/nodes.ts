import { newestOf, newPatientsOf, recordRequests, searchesOf } from "#measure/speed/calls.ts";
import { rounds, spreadOf } from "#measure/speed/compare.ts";
import { type Bench, type SignedIn, signInOwners } from "#measure/speed/environment.ts";
import { type Load, load } from "#measure/speed/load.ts";
import { fillPlatform, readClinics } from "#measure/speed/platform.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { type CitusDatabase, openCitusDatabase } from "#test/harness/citus-cluster.ts";
import { atMost, type Figure, info } from "#test/harness/figure.ts";
import { startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import type { Request } from "#test/request-for.ts";
import { databaseAt, onServer } from "#test/servers/postgres.ts";

const connections = 4;

const asked: Record<string, (owners: SignedIn[]) => Request[]> = {
  "newest 25": newestOf,
  "search, eight terms": searchesOf,
  "one patient": (owners) => recordRequests(owners, 125),
  "create with history": newPatientsOf,
};

/**
 * One PostgreSQL beside a Citus coordinator with two workers, both with the same clinics, and the same cluster with a
 * tenth of the clinics. All share this machine's processors, so the figures compare trips and plans; they do not show
 * what more machines can serve.
 */
export async function nodes(bench: Bench): Promise<Figure[]> {
  const url = process.env.DATABASE_URL;
  const size = bench.size.toLocaleString("en");
  await using toClose = new AsyncDisposableStack();
  const filled = async (patients: number): Promise<CitusDatabase> => {
    const database = url
      ? await openCitusDatabase(url, { fill: (coordinator) => fillPlatform(coordinator, patients) })
      : null;
    if (!database) throw new Error("DATABASE_URL names no coordinator of Citus with two workers.");
    toClose.defer(() => database.drop());
    for (const each of [database.url, ...database.workers])
      await withClient(each, (client) => client.query("vacuum (analyze)"));
    bench.log(`${patients.toLocaleString("en")} patients are on the cluster.`);
    return database;
  };
  const three = await filled(bench.size);
  const tenth = await filled(bench.size / 10);
  const name = `${new URL(three.url).pathname.slice(1)}_one`;
  await onServer(three.url, `create database ${name} encoding 'UTF8' template template0`);
  toClose.defer(() => onServer(three.url, `drop database ${name} with (force)`));
  const one = databaseAt(three.url, name);
  await migrate(one);
  await fillPlatform(one, bench.size);
  bench.log(`${size} patients are on one PostgreSQL.`);

  const sides: { port: number; owners: SignedIn[] }[] = [];
  for (const databaseUrl of [one, three.url, tenth.url]) {
    const { clinics } = await withClient(databaseUrl, readClinics);
    const { owners } = await signInOwners(databaseUrl, clinics);
    const server = await startServer({ DATABASE_URL: databaseUrl });
    toClose.defer(() => server.stop());
    sides.push({ port: server.port, owners });
  }
  const figures: Figure[] = [];
  for (const [call, requestsOf] of Object.entries(asked)) {
    const [ofOne, ofThree, ofTenth] = sides.map(({ port, owners }) => async () => {
      const [run] = (await load([{ port, connections, requests: requestsOf(owners) }], bench.seconds)) as [
        Load,
      ];
      return run.p50;
    }) as [() => Promise<number>, () => Promise<number>, () => Promise<number>];
    for (const run of [ofOne, ofThree, ofTenth]) await run();
    const all = await rounds(bench.rounds, { one: ofOne, three: ofThree, tenth: ofTenth });
    const inMs = (side: "one" | "three" | "tenth") =>
      `${median(all.map((round) => round[side])).toFixed(2)} ms`;
    const beside = all.map((round) => round.three / round.one);
    const grown = all.map((round) => round.three / round.tenth);
    figures.push(
      info(
        `${call}, p50 of a cluster of three (${inMs("three")}) / of one PostgreSQL (${inMs("one")}), ${size} patients`,
        `${median(beside).toFixed(2)} (${spreadOf(beside)})`,
      ),
      atMost(
        `${call} on the cluster, p50 with ten times the clinics / before (${inMs("tenth")}; ${spreadOf(grown)})`,
        median(grown),
        1.25,
      ),
    );
  }
  return figures;
}
