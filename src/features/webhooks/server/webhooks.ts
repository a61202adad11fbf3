import { writeAccountHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { problemOfAddress } from "#server/outbound/post-outside.ts";
import type { Settings } from "#server/settings.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import {
  MOST_WEBHOOKS,
  type Webhook,
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookDraft,
  type WebhookEvent,
  webhookEvents,
} from "../contract.ts";
import { newSigningSecret, secretInWords } from "./signature.ts";

const DELIVERIES_SHOWN = 50;

const columns = [
  "id",
  "url",
  "events",
  "isActive",
  "turnedOffWhy",
  "turnedOffAt",
  "failingSince",
  "lastDeliveredAt",
  "createdAt",
] as const;

type Row = Omit<Webhook, "events" | "turnedOffWhy"> & { events: string[]; turnedOffWhy: string | null };

const asWebhook = (row: Row): Webhook => ({
  ...row,
  events: row.events as WebhookEvent[],
  turnedOffWhy: row.turnedOffWhy as Webhook["turnedOffWhy"],
});

export async function listWebhooks(clinic: ClinicScope): Promise<Webhook[]> {
  const rows = await clinic.db
    .selectFrom("webhooks")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .orderBy("id", "desc")
    .execute();
  return rows.map(asWebhook);
}

const inOrder = (events: readonly WebhookEvent[]) => webhookEvents.filter((event) => events.includes(event));

type Rules = Pick<Settings, "webhooksToPrivateNetworks">;

async function requireSendable(url: string, { webhooksToPrivateNetworks }: Rules): Promise<void> {
  const problem = await problemOfAddress(url, { toPrivateNetworks: webhooksToPrivateNetworks === "allowed" });
  if (problem) throw invalidField("url", problem);
}

export async function insertWebhook(
  clinic: ClinicScope,
  { url, events }: WebhookDraft,
  rules: Rules,
  now: Date,
): Promise<Webhook & { secret: string }> {
  await requireSendable(url, rules);
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "webhooks");
    if ((await listWebhooks(joined)).length >= MOST_WEBHOOKS)
      throw new Failure("unusable", `A clinic has at most ${MOST_WEBHOOKS} webhooks. Delete one first.`);
    const secret = newSigningSecret();
    const row = await joined.db
      .insertInto("webhooks")
      .values({
        clinicId: joined.id,
        url,
        events: inOrder(events),
        secret,
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await writeAccountHistory(joined, "webhook.create", joined.userId, { address: url, events: row.events });
    return { ...asWebhook(row), secret: secretInWords(secret) };
  });
}

export async function updateWebhook(
  clinic: ClinicScope,
  id: number,
  changes: WebhookChanges,
  rules: Rules,
  now: Date,
): Promise<Webhook> {
  if (changes.url !== undefined) await requireSendable(changes.url, rules);
  return clinic.transaction(async (joined) => {
    const before = await lockedWebhook(joined, id);
    const { url, events, isActive } = changes;
    const at = now.toISOString();
    const row = await joined.db
      .updateTable("webhooks")
      .set({
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: inOrder(events) }),
        ...(isActive === true && { isActive, turnedOffWhy: null, turnedOffAt: null, failingSince: null }),
        ...(isActive === false && before.isActive && { isActive, turnedOffWhy: "owner", turnedOffAt: at }),
        // So that the statement always has something to set.
        ...(url === undefined && events === undefined && isActive !== true && { url: before.url }),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    if (isActive === false) await giveUpWaiting(joined, id, at);
    await writeAccountHistory(joined, "webhook.change", joined.userId, {
      address: row.url,
      ...(isActive !== undefined &&
        isActive !== before.isActive && { isActive: [before.isActive, isActive] }),
      ...(events && { events: row.events }),
    });
    return asWebhook(row);
  });
}

const turnedOff = "The webhook was turned off.";

/** `keepsProblems`: of messages that failed before. */
export const giveUpWaiting = (
  clinic: ClinicScope,
  webhookId: number,
  at: string,
  { keepsProblems = false }: { keepsProblems?: boolean } = {},
) =>
  clinic.db
    .updateTable("webhookDeliveries")
    .set(({ fn, ref, val }) => ({
      state: "failed",
      endedAt: at,
      takenUntil: null,
      problem: keepsProblems ? fn.coalesce(ref("problem"), val(turnedOff)) : turnedOff,
    }))
    .where("clinicId", "=", clinic.id)
    .where("webhookId", "=", webhookId)
    .where("state", "=", "waiting")
    .execute();

export function deleteWebhook(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  return clinic.transaction(async (joined) => {
    const { url } = await lockedWebhook(joined, id);
    await joined.db.deleteFrom("webhooks").where("clinicId", "=", joined.id).where("id", "=", id).execute();
    await writeAccountHistory(joined, "webhook.remove", joined.userId, { address: url });
    return { id };
  });
}

async function lockedWebhook(clinic: ClinicScope, id: number): Promise<Webhook> {
  const row = await clinic.db
    .selectFrom("webhooks")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Webhook"));
  return asWebhook(row);
}

const deliveryColumns = [
  "id",
  "event",
  "happenedAt",
  "aboutId",
  "state",
  "attempts",
  "nextAt",
  "status",
  "answer",
  "problem",
  "endedAt",
] as const;

const asDelivery = (row: { event: string; state: string } & Omit<WebhookDelivery, "event" | "state">) =>
  ({ ...row, nextAt: row.state === "waiting" ? row.nextAt : null }) as WebhookDelivery;

export const readDeliveries = (clinic: ClinicScope, webhookId: number) =>
  clinic.db
    .selectFrom("webhookDeliveries")
    .select(deliveryColumns)
    .where("clinicId", "=", clinic.id)
    .where("webhookId", "=", webhookId)
    .orderBy("id", "desc")
    .limit(DELIVERIES_SHOWN)
    .execute();

export async function listDeliveries(clinic: ClinicScope, webhookId: number): Promise<WebhookDelivery[]> {
  await clinic.db
    .selectFrom("webhooks")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", webhookId)
    .executeTakeFirstOrThrow(() => notFound("Webhook"));
  return (await readDeliveries(clinic, webhookId)).map(asDelivery);
}

export function queueTest(clinic: ClinicScope, webhookId: number, now: Date): Promise<WebhookDelivery> {
  return clinic.transaction(async (joined) => {
    const { isActive } = await lockedWebhook(joined, webhookId);
    if (!isActive) throw new Failure("unusable", "This webhook is off. Turn it on to test it.");
    const at = now.toISOString();
    const row = await joined.db
      .insertInto("webhookDeliveries")
      .values({
        clinicId: joined.id,
        webhookId,
        event: "test",
        happenedAt: at,
        nextAt: at,
        createdAt: at,
      })
      .returning(deliveryColumns)
      .executeTakeFirstOrThrow();
    return asDelivery(row);
  });
}
