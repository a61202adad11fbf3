import type { Notification } from "#features/notifications/contract.ts";

/** What a press on a notification opens, besides marking it as read; null when it leads nowhere. */
export type LeadTo = (notification: Notification) => (() => void) | null;
