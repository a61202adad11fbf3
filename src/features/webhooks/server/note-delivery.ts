import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyOwners } from "#server/notifications.ts";
import { giveUpWaiting } from "./webhooks.ts";

type Sent = { id: number; webhookId: number; attempts: number };
type Result = { status: number | null; answer: string | null };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** After each failed attempt; after the last one a message is given up. */
const waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
/** A webhook that accepted nothing for so long is turned off. */
const TURNED_OFF_AFTER = 72 * HOUR;

const delivery = (clinic: ClinicScope, { id }: Sent) =>
  clinic.db
    .updateTable("webhookDeliveries")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "=", "waiting");

const webhook = (clinic: ClinicScope, { webhookId }: Sent) =>
  clinic.db.updateTable("webhooks").where("clinicId", "=", clinic.id).where("id", "=", webhookId);

/** Stores that a message was accepted, unless it was given up meanwhile. */
export function noteSuccess(clinic: ClinicScope, sent: Sent, result: Result, now: Date): Promise<void> {
  const at = now.toISOString();
  return clinic.transaction(async (joined) => {
    const { numUpdatedRows } = await delivery(joined, sent)
      .set({ ...result, state: "delivered", endedAt: at, takenUntil: null, problem: null })
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await webhook(joined, sent).set({ lastDeliveredAt: at, failingSince: null }).execute();
  });
}

/**
 * Stores a failed attempt, unless the message was given up meanwhile. A webhook that accepted nothing for three days, or
 * answered that it is gone, is turned off: its waiting messages are given up and the owner is notified.
 */
export function noteFailure(
  clinic: ClinicScope,
  sent: Sent,
  { isGone, problem, ...result }: Result & { problem: string; isGone: boolean },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const wait = waits[sent.attempts - 1];
  const isLast = isGone || wait === undefined;
  return clinic.transaction(async (joined) => {
    const { numUpdatedRows } = await delivery(joined, sent)
      .set({
        ...result,
        problem: problem.slice(0, 300),
        takenUntil: null,
        ...(isLast
          ? { state: "failed", endedAt: at }
          : { nextAt: new Date(now.getTime() + wait).toISOString() }),
      })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const failing = await webhook(joined, sent)
      .set({ failingSince: sql<string>`coalesce(failing_since, ${at}::timestamptz)` })
      .where("isActive", "=", true)
      .returning(["failingSince", "url"])
      .executeTakeFirst();
    if (!failing?.failingSince) return;
    if (!isGone && now.getTime() - new Date(failing.failingSince).getTime() < TURNED_OFF_AFTER) return;
    await webhook(joined, sent)
      .set({ isActive: false, turnedOffAt: at, turnedOffWhy: isGone ? "gone" : "failures" })
      .execute();
    await giveUpWaiting(joined, sent.webhookId, at, { keepsProblems: true });
    const { host } = new URL(failing.url);
    await notifyOwners(
      joined,
      {
        type: "warning",
        title: "Webhook turned off",
        message: isGone
          ? `${host} answered that it takes no more messages.`
          : `${host} has taken no message for three days.`,
        actionType: "webhook",
        actionData: { webhookId: sent.webhookId },
      },
      now,
    );
  });
}
