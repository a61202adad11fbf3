import { todaysConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { sharedWithMe } from "#features/referrals/contract.ts";
import { atMost, type Figure, info } from "#measure/report/figure.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { requestFor } from "#test/request-for.ts";
import { bytesOf } from "./calls.ts";
import { patientId } from "./data/platform.ts";
import type { PollingClient } from "./load/polling.ts";
import { Served } from "./served.ts";
import { type Bench, openTestEnvironment, type TestEnvironment } from "./environment.ts";

const people = 300;

/**
 * People who are signed in and leave their screens open: notifications, today's list and, for doctors, referrals
 * every 30 s; every third has a patient's prescriptions open, which ask every 5 s.
 */
export async function polling(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  const product = await Served.start({ DATABASE_URL: environment.kept.databaseUrl });
  try {
    const clients = await openScreens(environment);
    const asked = await environment.loader.poll(product.port, clients, bench.seconds * 20);
    const what = `${people} people with their screens open, p95 (${asked.answered.toLocaleString("en")} polls, p50 ${asked.p50.toFixed(1)} ms, p99 ${asked.p99.toFixed(1)} ms)`;
    return [
      atMost(what, asked.p95, 100, " ms", 1),
      info(
        "share of them that found nothing new and were a 304",
        (asked.unchanged / asked.answered).toFixed(2),
      ),
    ];
  } finally {
    await product.stop();
    await environment.close();
  }
}

async function openScreens({ kept, signIn }: TestEnvironment): Promise<PollingClient[]> {
  const { clinics } = kept.platform;
  const users = clinics.flatMap((clinic) => [
    { clinic, userId: clinic.ownerId, isOwner: true },
    { clinic, userId: clinic.staffId, isOwner: false },
  ]);
  const chosen = Array.from({ length: people }, (_, n) => users[n % users.length] as (typeof users)[number]);
  const tokens = await signIn(chosen.map(({ userId }) => userId));
  return chosen.map(({ clinic, isOwner }, n) => {
    const poll = (endpoint: Endpoint, everyMs: number, params = {}) => ({
      request: bytesOf(
        requestFor(endpoint, tokens[n] ?? "", { params, headers: { "x-klinika-poll": "1" } }),
      ).toString(),
      everyMs,
    });
    const open = { id: patientId(clinic.patients.at(-1 - n) ?? 0) };
    return {
      polls: [
        poll(notifications, 30_000),
        poll(todaysConsultations, 30_000),
        ...(isOwner ? [poll(sharedWithMe, 30_000)] : []),
        ...(n % 3 === 0 ? [poll(patientPrescriptions, 5_000, open)] : []),
      ],
    };
  });
}
