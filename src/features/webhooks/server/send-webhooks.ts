import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import type { JobQueue } from "#server/jobs/job-queue.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { Kit } from "#server/kit.ts";
import { type LookUp, PostProblem, postOutside } from "#server/outbound/post-outside.ts";
import { noteFailure, noteSuccess } from "./note-delivery.ts";
import { signedHeaders } from "./signature.ts";

type Delivery = {
  clinicId: number;
  id: number;
  webhookId: number;
  event: string;
  happenedAt: string;
  aboutId: number | null;
  attempts: number;
  url: string;
  secret: Buffer;
};

/** After this time a message is sent again, in case its server crashed before the response. */
const LEASE = 60_000;
/** So that some slow receivers delay no other clinic. No connection to the database is used while one is waited for. */
const AT_ONCE = 16;
const GONE = 410;

const messageIdOf = ({ id }: Pick<Delivery, "id">) => `evt_${id}`;

/** Ids only, nothing about a person: the receiver reads the rest with an API key. */
function bodyOf({ event, happenedAt, clinicId, aboutId, ...delivery }: Delivery): string {
  const [noun] = event.split(".");
  return JSON.stringify({
    id: messageIdOf(delivery),
    event,
    at: new Date(happenedAt).toISOString(),
    clinicId,
    // patientId, visitId, paymentId.
    ...(aboutId !== null && { [`${noun}Id`]: aboutId }),
  });
}

/** Sends due messages, of a clinic one at a time. */
export const webhookQueueWith = (lookUp?: LookUp): JobQueue => ({
  name: "webhook_deliveries",
  atOnce: AT_ONCE,
  async take({ kit }, { clinicId, id }) {
    const at = kit.now();
    const clinic = kit.databases.openClinicUnshared({
      clinicId: clinicId ?? 0,
      userId: 0,
      ownerUserId: null,
      event: "webhook.send",
    });
    const delivery = await takeDelivery(clinic, id, at);
    if (!delivery) return null;
    return async () => {
      await deliver(kit, clinic, delivery, at, lookUp);
      return undefined;
    };
  },
});

export const webhookQueue = webhookQueueWith();

function takeDelivery(clinic: ClinicScope, id: number, now: Date): Promise<Delivery | null> {
  const at = now.toISOString();
  return clinic.transaction(async (joined) => {
    // Two processes that look at the same time would both take a message of the clinic.
    await lockInTransaction(joined, "webhook deliveries");
    const taken = await joined.db
      .updateTable("webhookDeliveries")
      .set((row) => ({
        attempts: row("attempts", "+", 1),
        takenUntil: new Date(now.getTime() + LEASE).toISOString(),
      }))
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .where("nextAt", "<=", at)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("webhookDeliveries as other")
              .select("other.id")
              .where("other.clinicId", "=", clinic.id)
              .where("other.state", "=", "waiting")
              .where("other.takenUntil", ">", at),
          ),
        ),
      )
      .returning(["id", "webhookId", "event", "happenedAt", "aboutId", "attempts"])
      .executeTakeFirst();
    const webhook = taken && (await functionsInScope(joined).row("webhookOfMessage", { id, at: now }));
    return taken && webhook ? { ...taken, ...webhook, clinicId: clinic.id } : null;
  });
}

async function deliver(
  { settings, now }: Kit,
  clinic: ClinicScope,
  delivery: Delivery,
  at: Date,
  lookUp?: LookUp,
): Promise<void> {
  const { url, secret } = delivery;
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
  if (posted instanceof PostProblem) {
    const failed = { status: null, answer: null, problem: posted.message, isGone: false };
    await noteFailure(clinic, delivery, failed, now());
    return;
  }
  const { status } = posted;
  const answer = inOneLine(posted.answer);
  if (status >= 200 && status < 300) {
    await noteSuccess(clinic, delivery, { status, answer }, now());
    return;
  }
  const problem = status >= 300 && status < 400 ? "Redirects are not followed" : `It answered ${status}`;
  await noteFailure(clinic, delivery, { status, answer, problem, isGone: status === GONE }, now());
}

/** The beginning of a response body, whatever it is; null for none. */
const inOneLine = (answer: string): string | null =>
  answer
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 300)
    .toWellFormed() || null;

export const webhookJobs: Job[] = [
  {
    name: "sweep old webhook deliveries",
    everyMs: 3_600_000,
    run: (app, now) => app.kit.databases.functions.value("sweepWebhookDeliveries", { at: now }),
  },
];
