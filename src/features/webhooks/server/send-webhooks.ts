import type { FunctionRow } from "#server/database/database-functions.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { App } from "#server/kit.ts";
import { type LookUp, PostProblem, postOutside } from "#server/outbound/post-outside.ts";
import { signedHeaders } from "./signature.ts";

type Delivery = FunctionRow<"takeWebhookDelivery">;

/** After this time a message is claimed again, in case its server crashed before the response. */
const lease = "1 minute";
/**
 * Started by each run of the job, also while earlier ones wait for slow receivers, so that those delay no other clinic.
 * A clinic has one delivery at a time.
 */
const WORKERS_PER_RUN = 4;
const GONE = 410;

const nounOf: Record<string, string> = {
  "patient.registered": "patientId",
  "visit.done": "visitId",
  "payment.taken": "paymentId",
};

const messageIdOf = ({ id }: Pick<Delivery, "id">) => `evt_${id}`;

/** Ids only, nothing about a person: the receiver reads the rest with an API key. */
function bodyOf({ event, happenedAt, clinicId, aboutId, ...delivery }: Delivery): string {
  const noun = nounOf[event];
  return JSON.stringify({
    id: messageIdOf(delivery),
    event,
    at: new Date(happenedAt).toISOString(),
    clinicId,
    ...(noun && aboutId !== null && { [noun]: aboutId }),
  });
}

/** Queries that claim messages and have not finished. When the database hangs, they pile up here. */
const beingTaken = new WeakMap<App, number>();

async function takeDelivery(app: App, at: Date): Promise<Delivery | undefined> {
  const count = (change: 1 | -1) => beingTaken.set(app, (beingTaken.get(app) ?? 0) + change);
  count(1);
  try {
    return await app.kit.databases.functions.row("takeWebhookDelivery", { at, lease });
  } finally {
    count(-1);
  }
}

/** Sends due messages until none is left. */
export async function sendWebhooks(app: App, closing?: AbortSignal, lookUp?: LookUp): Promise<void> {
  const worker = async () => {
    while (!closing?.aborted) {
      const at = app.kit.now();
      const delivery = await takeDelivery(app, at);
      if (!delivery) return;
      await deliver(app, delivery, at, lookUp);
    }
  };
  await Promise.all(Array.from({ length: WORKERS_PER_RUN }, worker));
}

async function deliver(app: App, delivery: Delivery, at: Date, lookUp?: LookUp): Promise<void> {
  const { databases, settings, now } = app.kit;
  const { clinicId, id, url, secret } = delivery;
  const body = bodyOf(delivery);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Klinika-Webhooks/1",
    ...signedHeaders(secret, messageIdOf(delivery), at, body),
  };
  const toPrivateNetworks = settings.webhooksToPrivateNetworks === "allowed";
  const posted = await postOutside(
    url,
    { headers, body },
    { toPrivateNetworks, ...(lookUp && { lookUp }) },
  ).catch((error: unknown) => {
    if (error instanceof PostProblem) return error;
    throw error;
  });
  const told = { clinicId, id, at: now() };
  if (posted instanceof PostProblem) {
    const failed = { ...told, status: null, answer: null, problem: posted.message, isGone: false };
    await databases.functions.value("webhookWasNotDelivered", failed);
    return;
  }
  const { status } = posted;
  const answer = inOneLine(posted.answer);
  if (status >= 200 && status < 300) {
    await databases.functions.value("webhookWasDelivered", { ...told, status, answer });
    return;
  }
  const problem = status >= 300 && status < 400 ? "Redirects are not followed" : `It answered ${status}`;
  const isGone = status === GONE;
  await databases.functions.value("webhookWasNotDelivered", { ...told, status, answer, problem, isGone });
}

/** The beginning of a response body, whatever it is; null for none. */
const inOneLine = (answer: string): string | null =>
  answer
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 300)
    .toWellFormed() || null;

export const webhookJobs: Job[] = [
  // Frequent, because an owner may be waiting for a test.
  {
    name: "send webhooks",
    everyMs: 3000,
    // A query in progress holds a connection and will claim what is due: four more would only wait with it.
    run: async (app, _now, closing) => {
      if (!beingTaken.get(app)) await sendWebhooks(app, closing);
    },
  },
  {
    name: "sweep old webhook deliveries",
    everyMs: 3_600_000,
    run: (app, now) => app.kit.databases.functions.value("sweepWebhookDeliveries", { at: now }),
  },
];
