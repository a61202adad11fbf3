import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { noticeTypes } from "#shared/notices.ts";

const text = z.nullable(z.string());

export const Notification = z.object({
  id: Id,
  type: z.enum(noticeTypes),
  title: z.string(),
  message: z.string(),
  timestamp: z.string(),
  read: z.boolean(),
  /** What it opens; see NoticeAction. */
  actionType: text,
  actionData: z.nullable(z.record(z.string(), z.unknown())),
});
export type Notification = z.output<typeof Notification>;

// A notification may name a patient, but contains nothing of the record: opening the record is what the record
// history logs.

/** The user's own notifications, newest first; all that are stored. The platform admin has none. */
export const notifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  access: "user",
  audit: null,
  reads: ["notifications"],
  response: z.array(Notification),
});
/** Repeating it changes nothing. */
export const readNotification = endpoint({
  method: "PATCH",
  path: "/api/notifications/:id/read",
  access: "member",
  audit: null,
  changes: ["notifications"],
  response: Notification,
});
/** Up to the newest that the user has seen, or without it all. Returns how many became read. */
export const readAllNotifications = endpoint({
  method: "POST",
  path: "/api/notifications/read-all",
  access: "member",
  audit: null,
  changes: ["notifications"],
  body: z.optional(z.strictObject({ upTo: z.optional(Id) })),
  response: z.object({ read: z.int() }),
});
export const dismissNotification = endpoint({
  method: "DELETE",
  path: "/api/notifications/:id",
  access: "member",
  audit: null,
  changes: ["notifications"],
  response: z.object({ id: Id }),
});
