import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { notifications } from "#features/notifications/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { aClinic, aPatient } from "../data/factories.ts";
import type { EmptyEnvironment } from "./environment.ts";
import { type Figure, none, verdict } from "./figure.ts";
import { percentile } from "./statistics.ts";

/** `from`: the local address to poll from. */
export type PollerData = { origin: string; paths: string[]; token: string; everyMs: number; from?: string };
/** `at` as of Date.now(); `took` in milliseconds; `status` 0 without a response. */
export type Poll = { path: string; at: number; took: number; status: number };

/**
 * Polls like a clinic's screens, whether or not the previous poll was answered. In a thread, so that the measurement's
 * own work does not delay it. Returns a function that stops, and resolves to all polls.
 */
export function startPolls({
  origin,
  token,
  from,
}: Pick<PollerData, "origin" | "token" | "from">): () => Promise<Poll[]> {
  const paths = [notifications.path, `${listPatients.path}?limit=25`, dashboardFigures.path];
  const workerData = { origin, token, from, paths, everyMs: 25 };
  const poller = new Worker(new URL("poller.ts", import.meta.url), { workerData });
  const ended = once(poller, "message");
  return async () => {
    poller.postMessage("stop");
    const [polls] = (await ended) as [Poll[]];
    return polls;
  };
}

/** Runs the work of one clinic while the screens of another poll, 40 times a second. */
export async function besidePolls(
  { stage }: Pick<EmptyEnvironment, "stage">,
  work: () => Promise<void>,
): Promise<Poll[]> {
  const clinic = await aClinic(stage);
  for (let n = 0; n < 10; n += 1) await aPatient(stage, clinic);
  const stop = startPolls({ origin: stage.origin, token: clinic.owner.token });
  return work().then(stop, async (error) => {
    await stop();
    throw error;
  });
}

/** The effect on the other clinic: how long its polls took, and which failed. */
export function pollFigures(polls: readonly Poll[], what: string): Figure[] {
  const within = (part: number) =>
    percentile(
      polls.map(({ took }) => took),
      part,
    );
  const refused = polls.filter(({ status }) => status !== 200);
  return [
    verdict(
      `another clinic's polls ${what}: 99 in a hundred within`,
      `${within(0.99).toFixed(0)} ms (half ${within(0.5).toFixed(0)}, longest ${within(1).toFixed(0)})`,
      "150 ms",
      within(0.99) < 150,
    ),
    none(
      `polls ${what} that were not answered`,
      polls.length,
      refused.map(({ path, status }) => `${path}: ${status}`),
    ),
  ];
}
