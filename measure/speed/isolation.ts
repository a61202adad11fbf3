import { randomBytes } from "node:crypto";
import { atLeast, type Figure } from "#test/harness/figure.ts";
import { type Server, startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import { onServer } from "#test/servers/postgres.ts";
import { type Call, newest, onePatientOf, recorded, search } from "./calls.ts";
import { Arm, byProcessor, perSecond, rate, rounds, spreadOf } from "./compare.ts";
import { type Bench, onPlatform, type SpeedEnvironment } from "./environment.ts";

/** How many slices a round has: the difference is smaller than a machine's variation within seconds. */
const turnsOfRound = 5;

/** A role that no policy applies to, with the rights of the application's. */
const role = "klinika_bench_rls_exempt";

/**
 * The cost of row security: two processes of the product on one platform, in short slices. One is as shipped; the other
 * uses the exempt role, so that PostgreSQL plans its statements without policies.
 */
export const isolation = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async (environment) => {
    const { databaseUrl } = environment.platform;
    const calls = await recorded(environment, async (recorder) => ({
      "newest 25": await newest(environment, recorder),
      "search, eight terms": await search(environment, recorder),
      "one patient": await onePatientOf(environment, recorder, 25),
    }));
    const dropRole = () => onServer(databaseUrl, `drop role if exists ${role}`);
    const password = randomBytes(16).toString("hex");
    await dropRole();
    await onServer(
      databaseUrl,
      `create role ${role} login password '${password}' bypassrls in role klinika_app`,
    );
    const servers: Server[] = [];
    try {
      const env = { DATABASE_URL: databaseUrl, BENCH_ROLE: role, BENCH_PASSWORD: password };
      const exempt = new URL("preload-without-rls.ts", import.meta.url).href;
      for (const preloaded of [[], [exempt]]) servers.push(await startServer(env, preloaded));
      const [on, off] = servers as [Server, Server];
      const figures: Figure[] = [];
      for (const [name, call] of Object.entries(calls))
        figures.push(await compareArms(environment, { on, off }, name, call));
      return figures;
    } finally {
      for (const server of servers) await server.stop();
      await dropRole();
    }
  });

async function compareArms(
  { bench, platform }: SpeedEnvironment,
  servers: Record<"on" | "off", Server>,
  name: string,
  { asked }: Call,
): Promise<Figure> {
  const requests = asked.map(({ request }) => request);
  const armOf = (server: Server) =>
    new Arm(server, platform.dataDir, { port: server.port, connections: bench.connections, requests });
  const [on, off] = [armOf(servers.on), armOf(servers.off)];
  for (const arm of [on, off]) {
    // Until every connection has its plans, and views that are recorded once have been.
    await arm.run(bench.seconds);
    arm.reset();
  }
  const seconds = bench.seconds / turnsOfRound;
  const all = await rounds(bench.rounds * turnsOfRound, {
    on: () => on.run(seconds),
    off: () => off.run(seconds),
  });
  const ratios = all.map((turn) => rate(turn.on) / rate(turn.off));
  const speed = perSecond(median(all.map((turn) => rate(turn.on))));
  const how = `${speed}; ${all.length} turns, ${spreadOf(ratios)}${byProcessor(off.cost / on.cost)}`;
  return atLeast(`${name}, on / off (${how})`, median(ratios), 0.95);
}
