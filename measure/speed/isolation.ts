import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { atLeast, type Figure } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { bytesOf, type Call, newest, onePatientOf, search } from "./calls.ts";
import { byProcessor, medianOf, perSecond, rate } from "./compare-to-baseline.ts";
import type { Told } from "./load/client.ts";
import { Processor } from "./processor.ts";
import { Recorder } from "./recorder.ts";
import { rlsExemptPassword, rlsExemptRole } from "./rls-exempt-role.ts";
import { rounds, spreadOf } from "./rounds.ts";
import { Served } from "./served.ts";
import { type Bench, openTestEnvironment, type TestEnvironment } from "./environment.ts";

/** Into how many turns a round is cut: what is sought is smaller than what a machine gives and takes within seconds. */
const turnsOfRound = 10;

type Arms = Record<"on" | "off", Served>;

/**
 * What row security costs: two processes of the product on one platform, asked in short turns. One is as it ships; the
 * other takes a role that no policy holds, so that PostgreSQL plans its statements without them.
 */
export async function isolation(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  try {
    const recorder = new Recorder(environment.kept.databaseUrl);
    const calls = {
      "newest 25": await newest(environment, recorder),
      "search, eight terms": await search(environment, recorder),
      "one patient": await onePatientOf(environment, recorder, 25),
    };
    await recorder.close();
    return await withArms(environment, async (arms) => {
      const figures: Figure[] = [];
      for (const [name, call] of Object.entries(calls))
        figures.push(await compareArms(environment, arms, name, call));
      return figures;
    });
  } finally {
    await environment.close();
  }
}

async function withArms<T>({ kept }: TestEnvironment, work: (arms: Arms) => Promise<T>): Promise<T> {
  const { databaseUrl } = kept;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const dropRole = () => client.query(`drop role if exists ${rlsExemptRole}`);
  try {
    await dropRole();
    const password = randomBytes(16).toString("hex");
    await client.query(
      `create role ${rlsExemptRole} login password '${password}' bypassrls in role klinika_app`,
    );
    const on = await Served.start({ DATABASE_URL: databaseUrl });
    try {
      const exchanged = `--import=${new URL("preload-without-rls.ts", import.meta.url)}`;
      const off = await Served.start({
        DATABASE_URL: databaseUrl,
        NODE_OPTIONS: exchanged,
        [rlsExemptPassword]: password,
      });
      try {
        return await work({ on, off });
      } finally {
        await off.stop();
      }
    } finally {
      await on.stop();
    }
  } finally {
    await dropRole();
    await client.end();
  }
}

async function compareArms({ bench, kept, loader }: TestEnvironment, arms: Arms, name: string, call: Call) {
  const processor = new Processor(kept.dataDir);
  const requests = call.asked.map(({ request }) => bytesOf(request));
  const spent = { on: 0, off: 0 };
  const answered = { on: 0, off: 0 };
  const run = async (arm: "on" | "off", seconds: number): Promise<Told> => {
    const { port, process } = arms[arm];
    const before = processor.secondsOf(process.pid);
    const { connections } = bench;
    const [told] = (await loader.run([{ port, connections, requests, status: call.status }], seconds)) as [
      Told,
    ];
    spent[arm] += processor.secondsOf(process.pid) - before;
    answered[arm] += told.answered;
    return told;
  };
  for (const arm of ["on", "off"] as const) {
    // Until every connection has its plans, and what is noted once has been.
    await run(arm, bench.seconds);
    spent[arm] = answered[arm] = 0;
  }
  const seconds = bench.seconds / turnsOfRound;
  const all = await rounds(bench.rounds * turnsOfRound, {
    on: () => run("on", seconds),
    off: () => run("off", seconds),
  });
  const ratios = all.map(({ on, off }) => rate(on) / rate(off));
  const speed = perSecond(
    medianOf(
      all.map(({ on }) => on),
      rate,
    ),
  );
  const ofProcessor = spent.off / answered.off / (spent.on / answered.on);
  const told = `${speed}; ${all.length} turns, ${spreadOf(ratios)}${byProcessor(ofProcessor)}`;
  return atLeast(`${name}, on / off (${told})`, median(ratios), 0.95);
}
