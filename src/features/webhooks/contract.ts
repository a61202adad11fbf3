import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";

export const webhookEvents = ["patient.registered", "visit.done", "payment.taken"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const MOST_WEBHOOKS = 10;

const text = z.nullable(z.string());

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  /** Turned off by hand, after days of failed deliveries, or because the address answered 410 Gone. */
  turnedOffWhy: z.nullable(z.enum(["owner", "failures", "gone"])),
  turnedOffAt: text,
  /** Since when deliveries have been failing; null while they succeed. */
  failingSince: text,
  lastDeliveredAt: text,
  createdAt: z.string(),
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: Id,
  /** One of `webhookEvents`, or `test`. */
  event: z.enum([...webhookEvents, "test"]),
  happenedAt: z.string(),
  /** The id of the patient, the visit or the payment. */
  aboutId: z.nullable(Id),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  /** Of a pending one. */
  nextAt: text,
  /** The address's last response. */
  status: z.nullable(z.int()),
  answer: text,
  problem: text,
  endedAt: text,
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const noEvent = "Choose what to tell";

export const WebhookDraft = z.strictObject({
  url: z
    .string({ error: "Address is required" })
    .check(
      z.trim(),
      z.minLength(1, "Address is required"),
      z.maxLength(500, "Use at most 500 characters"),
      z.regex(/^[\x21-\x7e]*$/, "Enter an address without spaces or accents"),
    ),
  events: z
    .array(z.enum(webhookEvents, { error: "There is no such event" }), { error: noEvent })
    .check(z.minLength(1, noEvent), z.maxLength(webhookEvents.length, "Name each event once")),
});
export type WebhookDraft = z.output<typeof WebhookDraft>;

export const WebhookChanges = z.partial(z.extend(WebhookDraft, { isActive: z.boolean() }));
export type WebhookChanges = z.output<typeof WebhookChanges>;

export const webhooks = endpoint({
  method: "GET",
  path: "/api/webhooks",
  access: "owner",
  audit: null,
  reads: ["webhooks"],
  response: z.array(Webhook),
});
/** Only this response contains the secret that messages are signed with. */
export const addWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks",
  access: "owner",
  audit: "webhook.create",
  changes: ["webhooks", "staffHistory"],
  recentPassword: true,
  body: WebhookDraft,
  response: z.extend(Webhook, { secret: z.string() }),
  isSecret: true,
});
/** A new address needs a recent password. Turning one off gives up its pending messages. */
export const changeWebhook = endpoint({
  method: "PATCH",
  path: "/api/webhooks/:id",
  access: "owner",
  audit: "webhook.change",
  changes: ["webhooks", "staffHistory"],
  recentPassword: "of-some-changes",
  body: WebhookChanges,
  response: Webhook,
});
export const removeWebhook = endpoint({
  method: "DELETE",
  path: "/api/webhooks/:id",
  access: "owner",
  audit: "webhook.remove",
  changes: ["webhooks", "staffHistory"],
  withoutPassword: "It only takes access away, which must be quick.",
  response: z.object({ id: Id }),
});
/** The last fifty, newest first; stored for 30 days. */
export const webhookDeliveries = endpoint({
  method: "GET",
  path: "/api/webhooks/:id/deliveries",
  access: "owner",
  audit: null,
  reads: ["webhooks"],
  response: z.array(WebhookDelivery),
});
/** Queues a message with the event `test`, which is sent within seconds. */
export const testWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/test",
  access: "owner",
  audit: null,
  changes: [],
  response: WebhookDelivery,
});
