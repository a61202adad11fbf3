import { skipToken, useQuery } from "@tanstack/react-query";
import { type Notification, notifications } from "#features/notifications/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** ms between two polls. */
const everyMs = 30_000;

/** Dismissed notifications: hidden immediately, deleted on the server when their toast closes. */
export const dismissedKey = ["dismissed notifications"] as const;
const none: readonly number[] = [];

/** The user's notifications, newest first; none when they failed to load, undefined while loading. */
export function useNotifications(): readonly Notification[] | undefined {
  const enabled = useCan()(notifications);
  const { data, isPending } = useCall(notifications, {}, { enabled, pollEvery: everyMs });
  const { data: dismissed = none } = useQuery<readonly number[]>({
    queryKey: dismissedKey,
    queryFn: skipToken,
  });
  if (!data) return isPending && enabled ? undefined : [];
  return data.filter(({ id }) => !dismissed.includes(id));
}
