import { formatInstant, relativeTime } from "#shared/formats/dates.ts";
import type { Webhook, WebhookDelivery, WebhookEvent } from "../contract.ts";

export const eventWords: Record<WebhookEvent, string> = {
  "patient.registered": "Patient registered",
  "visit.done": "Visit done",
  "payment.taken": "Payment taken",
};

export const eventsInWords = (events: readonly WebhookEvent[]): string =>
  events.map((event) => eventWords[event]).join(", ");

/** "Patient 1204", by the id that the receiver gets. */
export const aboutInWords = ({ event, aboutId }: WebhookDelivery): string | null =>
  event === "test" || aboutId === null ? null : `${eventWords[event].split(" ")[0]} ${aboutId}`;

type StateInWords = { tone: "ok" | "warn" | "quiet"; state: "On" | "Failing" | "Off"; note: string };

export function stateInWords(
  { isActive, turnedOffWhy, failingSince, lastDeliveredAt }: Webhook,
  now: Date,
): StateInWords {
  if (!isActive)
    return {
      tone: turnedOffWhy === "owner" ? "quiet" : "warn",
      state: "Off",
      note: {
        owner: "Turned off by hand",
        failures: "No answer for three days",
        gone: "The address is gone",
      }[turnedOffWhy ?? "owner"],
    };
  if (failingSince !== null)
    return { tone: "warn", state: "Failing", note: `Failing since ${formatInstant(failingSince)}` };
  const note =
    lastDeliveredAt === null ? "Nothing sent yet" : `Last sent ${relativeTime(lastDeliveredAt, now)}`;
  return { tone: "ok", state: "On", note };
}

export const deliveryStates: Record<WebhookDelivery["state"], string> = {
  delivered: "Delivered",
  waiting: "Waiting",
  failed: "Given up",
};

/** When a failed message is sent again. */
export const nextTry = ({ state, attempts, nextAt }: WebhookDelivery): string | null =>
  state !== "waiting" || attempts === 0 || nextAt === null ? null : `Next try ${formatInstant(nextAt)}`;
