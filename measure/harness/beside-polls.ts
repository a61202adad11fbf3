import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { notifications } from "#features/notifications/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import { aClinic, aPatient } from "#test/factories.ts";
import type { Poll, PollerData } from "./poller.ts";
import type { EmptyEnvironment } from "./environment.ts";

/** Runs the work of one clinic while the screens of another poll, 40 times a second. */
export async function besidePolls(
  { stage }: Pick<EmptyEnvironment, "stage">,
  work: () => Promise<void>,
): Promise<{ polls: readonly Poll[] }> {
  const clinic = await aClinic(stage);
  for (let n = 0; n < 10; n += 1) await aPatient(stage, clinic);
  const paths = [notifications.path, `${listPatients.path}?limit=25`, dashboardFigures.path];
  const data: PollerData = { origin: stage.origin, paths, token: clinic.owner.token, everyMs: 25 };
  const poller = new Worker(new URL("./poller.ts", import.meta.url), { workerData: data });
  const ended = once(poller, "message");
  try {
    await work();
  } finally {
    poller.postMessage("stop");
  }
  const [polls] = (await ended) as [Poll[]];
  return { polls };
}

/** Milliseconds that so large a part of the polls was answered within. */
export function pollsWithin(polls: readonly Poll[], part: number): number {
  const took = polls.map((poll) => poll.took).toSorted((a, b) => a - b);
  return took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0;
}

/** What the other clinic noticed: how long its polls took, and which were not answered. */
export function pollFigures(polls: readonly Poll[], what: string): Figure[] {
  const p99 = pollsWithin(polls, 0.99);
  const refused = polls.filter(({ status }) => status !== 200);
  return [
    {
      what: `another clinic's polls ${what}: 99 in a hundred within`,
      figure: `${p99.toFixed(0)} ms (half ${pollsWithin(polls, 0.5).toFixed(0)}, longest ${pollsWithin(polls, 1).toFixed(0)})`,
      goal: "150 ms",
      passes: p99 < 150,
    },
    none(
      `polls ${what} that were not answered`,
      polls.length,
      refused.map(({ path, status }) => `${path}: ${status}`),
    ),
  ];
}
