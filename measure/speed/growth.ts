import { todaysConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { analytics, dashboardFigures } from "#features/reports/contract.ts";
import { atMost, type Figure } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { requestFor } from "#test/request-for.ts";
import { bytesOf, newestOf, newPatientsOf, recordBytes, searchesOf } from "./calls.ts";
import { ORDINARY } from "./data/platform.ts";
import type { Stream } from "./load/client.ts";
import { rounds } from "./rounds.ts";
import { Served } from "./served.ts";
import { type Bench, openTestEnvironment, type SignedIn, type TestEnvironment } from "./environment.ts";

/** The same clinic alone on its platform, and among ever more neighbours. */
const sizes = [ORDINARY, 10_000, 100_000, 1_000_000];

/** A clinic's people at their desks. */
const desks = 4;

const plain =
  (endpoint: Endpoint) =>
  ({ token }: SignedIn) => [bytesOf(requestFor(endpoint, token))];

const asked: Record<string, (owner: SignedIn) => Buffer[]> = {
  "newest 25": (owner) => newestOf([owner]),
  "search, eight terms": (owner) => searchesOf([owner]),
  "one patient": (owner) => recordBytes([owner], 500),
  "today's list": plain(todaysConsultations),
  "dashboard figures": plain(dashboardFigures),
  "analytics report": plain(analytics),
  notifications: plain(notifications),
  // Last, for who was registered now is on today's list.
  "create with history": (owner) => newPatientsOf([owner]),
};

type Standing = { size: number; environment: TestEnvironment; product: Served };

/** All platforms stand at once, each with its own database and its own Klinika, and are asked in turn. */
export async function growth(bench: Bench): Promise<Figure[]> {
  const standing: Standing[] = [];
  try {
    for (const size of sizes.filter((one) => one <= bench.size)) {
      const environment = await openTestEnvironment({ ...bench, size });
      const product = await Served.start({ DATABASE_URL: environment.kept.databaseUrl }).catch(
        async (error: unknown) => {
          await environment.close();
          throw error;
        },
      );
      standing.push({ size, environment, product });
    }
    const figures: Figure[] = [];
    for (const [name, requests] of Object.entries(asked))
      figures.push(await grown(name, requests, standing, bench));
    return figures;
  } finally {
    for (const { product, environment } of standing) {
      await product.stop();
      await environment.close();
    }
  }
}

async function grown(
  name: string,
  requests: (owner: SignedIn) => Buffer[],
  standing: Standing[],
  bench: Bench,
): Promise<Figure> {
  const runs = standing.map(({ environment, product }) => {
    const [owner] = environment.owners;
    const stream: Stream = {
      port: product.port,
      connections: desks,
      status: 200,
      requests: requests(owner as SignedIn),
    };
    return async () => (await environment.loader.run([stream], bench.seconds / 3))[0]?.p50 ?? Number.NaN;
  });
  for (const run of runs) await run();
  const all = await rounds(bench.rounds, Object.fromEntries(runs.map((run, n) => [String(n), run])));
  const p50s = standing.map((_, n) => median(all.map((round) => round[String(n)] ?? Number.NaN)));
  const grows = all.map((round) => (round[String(runs.length - 1)] ?? Number.NaN) / (round[0] ?? Number.NaN));
  const each = standing.map(({ size }, n) => `${size.toLocaleString("en")}: ${p50s[n]?.toFixed(2)} ms`);
  return atMost(`${name}, p50 among all / alone (${each.join(", ")})`, median(grows), 1.25);
}
