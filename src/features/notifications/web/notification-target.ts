import type { Notification } from "#features/notifications/contract.ts";

/** What a notification opens in addition to being marked as read; null for nothing. */
export type NotificationTarget = (notification: Notification) => Promise<(() => void) | null>;
