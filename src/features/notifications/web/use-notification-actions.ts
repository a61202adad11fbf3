import { useQueryClient } from "@tanstack/react-query";
import {
  dismissNotification,
  type Notification,
  notifications,
  readAllNotifications,
  readNotification,
} from "#features/notifications/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { queryKeyOf, showFailure, useInvalidateChangedBy } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { dismissedKey } from "./use-notifications.ts";

const list = { queryKey: queryKeyOf(notifications) };

/** Optimistic updates, rolled back when the server refuses. */
export function useNotificationActions() {
  const queries = useQueryClient();
  const invalidateChangedBy = useInvalidateChangedBy();
  const change = async (changed: (one: Notification) => Notification) => {
    // A poll in progress would restore the previous state.
    await queries.cancelQueries(list);
    queries.setQueriesData<Notification[]>(list, (all) => all?.map(changed));
  };
  const setDismissed = (set: (before: readonly number[]) => readonly number[]) =>
    queries.setQueryData<readonly number[]>(dismissedKey, (before) => set(before ?? []));
  const restore = (id: number) => setDismissed((before) => before.filter((other) => other !== id));

  return {
    async read(id: number): Promise<void> {
      await change((one) => (one.id === id ? { ...one, read: true } : one));
      await call(readNotification, { params: { id: String(id) } }).catch(() => undefined);
      await invalidateChangedBy(readNotification);
    },
    async readAll(upTo: number): Promise<void> {
      await change((one) => (one.id <= upTo ? { ...one, read: true } : one));
      await call(readAllNotifications, { body: { upTo } }).catch((error: unknown) =>
        showFailure(error, { title: "Error", fallback: "Failed to mark notifications as read" }),
      );
      await invalidateChangedBy(readAllNotifications);
    },
    dismiss({ id, title }: Notification): void {
      setDismissed((before) => [...before, id]);
      notify({
        title: "Notification dismissed",
        description: title,
        undo: () => restore(id),
        onEnd: () => {
          call(dismissNotification, { params: { id: String(id) } }).then(
            () => invalidateChangedBy(dismissNotification),
            (error: unknown) => {
              // The same user was faster on another device.
              if (isApiError(error) && error.status === 404) return;
              restore(id);
              showFailure(error, { title: "Error", fallback: "Failed to dismiss notification" });
            },
          );
        },
      });
    },
  };
}
