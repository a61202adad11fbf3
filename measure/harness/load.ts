import { notifications } from "#features/notifications/contract.ts";
import { listPatients, onePatient } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { aClinic, aPatient } from "#test/factories.ts";
import { requestFor } from "#test/request-for.ts";
import type { EmptyEnvironment } from "./environment.ts";

/** What the desks of clinics ask at a given rate. */
export type Load = {
  /** Requests in a second, as they came to be. */
  rate: number;
  /** As performance.now() tells it. */
  began: number;
  asked: number;
  /** Each request that was not answered as it should be, and when, in milliseconds from the beginning. */
  failed: { at: number; how: string }[];
  /** Milliseconds from asking to the answer, in order of length. */
  took: number[];
  /** Tasks that the server called saved, and those of them that are not stored once. */
  saved: number;
  notOnce: string[];
};

/** A request asked so long ago has failed. */
export const patienceMs = 10_000;
/** People who wait for an answer ask nothing more meanwhile. */
const waitingAtMost = 64;
const good = new Set([200, 201, 304]);

/** Asks so many a second while the work runs: a fifth saves, the rest reads. */
export async function underLoad(
  { stage, send, random }: EmptyEnvironment,
  perSecond: number,
  work: () => Promise<void>,
): Promise<Load> {
  const { id: clinicId, owner } = await aClinic(stage);
  const patients: number[] = [];
  while (patients.length < 20) patients.push(await aPatient(stage, { id: clinicId }));
  const { etag } = (await stage.call(notifications, owner.token)).headers;
  const failed: Load["failed"] = [];
  const took: number[] = [];
  const saved: string[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let looked = began;
  let due = 0;
  let asked = 0;

  const requestOf = (n: number) => {
    const title = `Task ${n}`;
    const request = random.one([
      requestFor(addTask, owner.token, { body: { title }, headers: { "idempotency-key": title } }),
      requestFor(listPatients, owner.token, { query: { limit: "25" } }),
      requestFor(onePatient, owner.token, { params: { id: random.one(patients) } }),
      requestFor(notifications, owner.token, { headers: { "if-none-match": String(etag) } }),
      requestFor(dashboardFigures, owner.token),
    ]);
    return { request, title: request.method === "POST" ? title : null };
  };

  async function ask(n: number): Promise<void> {
    const { request, title } = requestOf(n);
    const from = performance.now();
    const late = AbortSignal.timeout(patienceMs);
    const how = await Promise.race([
      send(request).then(
        ({ statusCode, body }) => (good.has(statusCode) ? null : `${statusCode} ${body.slice(0, 120)}`),
        (error: unknown) => String(error),
      ),
      new Promise<string>((resolve) =>
        late.addEventListener("abort", () => resolve("no answer in ten seconds")),
      ),
    ]);
    took.push(performance.now() - from);
    if (how !== null) failed.push({ at: from - began, how: `${request.method} ${request.url}: ${how}` });
    else if (title !== null) saved.push(title);
  }

  const timer = setInterval(() => {
    // What could not be asked when it was due, since too many waited, is not made up for.
    due = Math.min(due + ((performance.now() - looked) / 1000) * perSecond, waitingAtMost);
    looked = performance.now();
    while (due >= 1 && running.size < waitingAtMost) {
      due -= 1;
      const one = ask(asked++).finally(() => running.delete(one));
      running.add(one);
    }
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(running);
  }
  const rate = asked / ((performance.now() - began) / 1000);
  const stored = await stage.sql<{ title: string; times: number }>(
    "select title, count(*)::integer as times from tasks where clinic_id = $1 group by title",
    [clinicId],
  );
  const times = new Map(stored.map((row) => [row.title, row.times]));
  return {
    rate,
    began,
    asked,
    failed,
    took: took.sort((a, b) => a - b),
    saved: saved.length,
    notOnce: saved.filter((title) => times.get(title) !== 1),
  };
}

/** The answer that so large a part of all was faster than, in milliseconds. */
export const slowest = ({ took }: Load, part: number): number =>
  Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0);
