import { setTimeout as wait } from "node:timers/promises";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { sharedWithMe } from "#features/referrals/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atMost, type Figure, info } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { megabytesOf } from "#test/harness/process-memory.ts";
import { startServer } from "#test/harness/server.ts";
import { percentile } from "#test/harness/statistics.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { type Bench, onPlatform, type SpeedEnvironment } from "./environment.ts";

const people = 300;

type Poll = { request: Request; everyMs: number };

/**
 * Signed-in people who leave their screens open: notifications, today's list and, for doctors, referrals every 30 s; every
 * third has a patient's prescriptions open, which poll every 5 s.
 */
export const polling = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async (environment) => {
    const product = await startServer({ DATABASE_URL: environment.platform.databaseUrl });
    const client = new HttpClient(new URL(product.origin), people);
    try {
      const polls = await openScreens(environment);
      const times: number[] = [];
      let unchanged = 0;
      const until = performance.now() + bench.seconds * 20_000;
      /** A poll's time starts when it was due, so that a delayed one counts as slow. */
      const keepPolling = async ({ request, everyMs }: Poll, at: number) => {
        let tag = "";
        let due = performance.now() + (at / polls.length) * everyMs;
        for (; due < until; due += everyMs) {
          await wait(Math.max(0, due - performance.now()));
          const headers = { ...request.headers, ...(tag && { "if-none-match": tag }) };
          const answer = await client.send({ ...request, headers });
          times.push(performance.now() - due);
          if (answer.statusCode === 304) unchanged += 1;
          else if (answer.statusCode !== 200) throw new Error(`${request.url}: ${answer.statusCode}`);
          else tag = String(answer.headers.etag ?? "");
        }
      };
      await Promise.all(polls.map(keepPolling));
      const memory = megabytesOf(product.pid);
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(times, part));
      const what = `${people} people with their screens open, p95 (${times.length.toLocaleString("en")} polls, p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms)`;
      const share = (unchanged / times.length).toFixed(2);
      return [
        atMost(what, p95 ?? Number.NaN, 100, " ms", 1),
        info("share of them that found nothing new and were a 304", share),
        atMost("memory with their screens open, without the database", memory, 200, " MB", 0),
      ];
    } finally {
      client.close();
      await product.stop();
    }
  });

async function openScreens({ platform, signIn }: SpeedEnvironment): Promise<Poll[]> {
  const users = platform.clinics.flatMap((clinic) => [
    { clinic, userId: clinic.ownerId, isOwner: true },
    { clinic, userId: clinic.staffId, isOwner: false },
  ]);
  const chosen = Array.from({ length: people }, (_, n) => users[n % users.length] as (typeof users)[number]);
  const tokens = await signIn(chosen.map(({ userId }) => userId));
  return chosen.flatMap(({ clinic, isOwner }, n) => {
    const poll = (endpoint: Endpoint, everyMs: number, params = {}): Poll => ({
      request: requestFor(endpoint, tokens[n] ?? "", { params, headers: { "x-klinika-poll": "1" } }),
      everyMs,
    });
    const open = { id: clinic.patientIds.at(-1 - n) ?? clinic.patientIds[0] ?? 0 };
    return [
      poll(notifications, 30_000),
      poll(todaysConsultations, 30_000),
      ...(isOwner ? [poll(sharedWithMe, 30_000)] : []),
      ...(n % 3 === 0 ? [poll(patientPrescriptions, 5_000, open)] : []),
    ];
  });
}
