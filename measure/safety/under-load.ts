import { notifications } from "#features/notifications/contract.ts";
import { listPatients, onePatient } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import type { EmptyEnvironment } from "#test/harness/environment.ts";
import { percentile } from "#test/harness/statistics.ts";
import { requestFor } from "#test/request-for.ts";

/** Results of requests at a given rate from the computers of several clinics. */
export type UnderLoad = {
  /** The actual rate, requests per second. */
  rate: number;
  /** As of performance.now(). */
  began: number;
  asked: number;
  /** Each request that failed, and when, in milliseconds from the beginning. */
  failed: { at: number; how: string }[];
  /** "half within 12 ms, …" */
  times: string;
  /** Tasks that were acknowledged, and those of them that are not stored exactly once. */
  saved: number;
  notOnce: string[];
};

/** A request that takes longer has failed. */
export const timeoutMs = 10_000;
/** People who wait for a response send nothing more meanwhile. */
const waitingAtMost = 64;

/** Sends that many requests per second during the work: a fifth are writes, the others reads. */
export async function underLoad(
  { stage, send, random }: EmptyEnvironment,
  perSecond: number,
  work: () => Promise<void>,
): Promise<UnderLoad> {
  const { id: clinicId, owner } = await aClinic(stage);
  const patients: number[] = [];
  while (patients.length < 20) patients.push(await aPatient(stage, { id: clinicId }));
  const { etag } = (await stage.call(notifications, owner.token)).headers;
  const failed: UnderLoad["failed"] = [];
  const took: number[] = [];
  const saved: string[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();

  async function ask(title: string): Promise<void> {
    const request = random.one([
      requestFor(addTask, owner.token, { body: { title }, headers: { "idempotency-key": title } }),
      requestFor(listPatients, owner.token, { query: { limit: "25" } }),
      requestFor(onePatient, owner.token, { params: { id: random.one(patients) } }),
      requestFor(notifications, owner.token, { headers: { "if-none-match": String(etag) } }),
      requestFor(dashboardFigures, owner.token),
    ]);
    const from = performance.now();
    const late = AbortSignal.timeout(timeoutMs);
    const how = await Promise.race([
      send(request).then(
        ({ statusCode, body }) =>
          [200, 201, 304].includes(statusCode) ? null : `${statusCode} ${body.slice(0, 120)}`,
        String,
      ),
      new Promise<string>((resolve) =>
        late.addEventListener("abort", () => resolve("no answer in ten seconds")),
      ),
    ]);
    took.push(performance.now() - from);
    if (how !== null) failed.push({ at: from - began, how: `${request.method} ${request.url}: ${how}` });
    else if (request.method === "POST") saved.push(title);
  }

  let asked = 0;
  let due = 0;
  let looked = began;
  const timer = setInterval(() => {
    // Requests that could not be sent in time, because too many waited, are not made up for.
    due = Math.min(due + ((performance.now() - looked) / 1000) * perSecond, waitingAtMost);
    looked = performance.now();
    for (; due >= 1 && running.size < waitingAtMost; due -= 1) {
      const one = ask(`Task ${asked++}`).finally(() => running.delete(one));
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
  const within = (part: number) => Math.round(percentile(took, part));
  return {
    rate,
    began,
    asked,
    failed,
    times: `half within ${within(0.5)} ms, 99 of 100 within ${within(0.99)}, the slowest ${within(1)}`,
    saved: saved.length,
    notOnce: saved.filter((title) => times.get(title) !== 1),
  };
}
