import { todaysConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { analytics, dashboardFigures } from "#features/reports/contract.ts";
import { atMost, type Figure } from "#test/harness/figure.ts";
import { startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { newestOf, newPatientsOf, recordRequests, searchesOf } from "./calls.ts";
import { rounds } from "./compare.ts";
import { type Bench, openSpeedEnvironment, type SignedIn } from "./environment.ts";
import { type Load, load } from "./load.ts";
import { ORDINARY } from "./platform.ts";

/** The same clinic alone on its platform, and among more and more others. */
const sizes = [ORDINARY, 10_000, 100_000, 1_000_000];

/** A clinic's people at their desks. */
const connections = 4;

const asked: Record<string, (owner: SignedIn) => Request[]> = {
  "newest 25": (owner) => newestOf([owner]),
  "search, eight terms": (owner) => searchesOf([owner]),
  "one patient": (owner) => recordRequests([owner], 500),
  "today's list": ({ token }) => [requestFor(todaysConsultations, token)],
  "dashboard figures": ({ token }) => [requestFor(dashboardFigures, token)],
  "analytics report": ({ token }) => [requestFor(analytics, token)],
  notifications: ({ token }) => [requestFor(notifications, token)],
  // Last, because a patient registered now is on today's list.
  "create with history": (owner) => newPatientsOf([owner]),
};

/** All platforms in parallel, each with its own database and Klinika, measured in turn. */
export async function growth(bench: Bench): Promise<Figure[]> {
  await using toClose = new AsyncDisposableStack();
  const platforms: { size: number; port: number; owner: SignedIn }[] = [];
  for (const size of sizes.filter((one) => one <= bench.size)) {
    const environment = await openSpeedEnvironment({ ...bench, size });
    toClose.defer(() => environment.close());
    const server = await startServer({ DATABASE_URL: environment.platform.databaseUrl });
    toClose.defer(() => server.stop());
    platforms.push({ size, port: server.port, owner: environment.owners[0] as SignedIn });
  }
  const figures: Figure[] = [];
  for (const [name, requestsOf] of Object.entries(asked)) {
    const runs = platforms.map(({ port, owner }) => async () => {
      const stream = { port, connections, requests: requestsOf(owner) };
      const [one] = (await load([stream], bench.seconds / 3)) as [Load];
      return one.p50;
    });
    for (const run of runs) await run();
    const all = await rounds(bench.rounds, Object.fromEntries(runs.map((run, n) => [String(n), run])));
    const times = platforms.map((_, n) => all.map((round) => round[n] ?? Number.NaN));
    const grows = all.map((round) => (round[runs.length - 1] ?? Number.NaN) / (round[0] ?? Number.NaN));
    const each = platforms.map(
      ({ size }, n) => `${size.toLocaleString("en")}: ${median(times[n] ?? []).toFixed(2)} ms`,
    );
    figures.push(atMost(`${name}, p50 among all / alone (${each.join(", ")})`, median(grows), 1.25));
  }
  return figures;
}
