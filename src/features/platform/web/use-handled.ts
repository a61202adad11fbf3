import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { handleMessage, type PlatformMessage, platformMessages } from "#features/platform/contract.ts";
import { queryKeyOf, useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";

type Pages = InfiniteData<{ rows: PlatformMessage[]; total: number | null }>;

/** Removes the message from its list optimistically; Undo and failures bring it back. */
export function useHandled() {
  const queries = useQueryClient();
  const queryKey = queryKeyOf(platformMessages);
  const send = useEndpointMutation(handleMessage, {
    done: null,
    failed: "Failed to update the request",
    inOrder: true,
  });

  const leave = async (id: number) => {
    await queries.cancelQueries({ queryKey });
    queries.setQueriesData<Pages>({ queryKey }, (known) => {
      if (!known?.pages.some(({ rows }) => rows.some((row) => row.id === id))) return known;
      return {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          rows: page.rows.filter((row) => row.id !== id),
          total: page.total === null ? null : page.total - 1,
        })),
      };
    });
  };

  const mark = async (message: PlatformMessage, isHandled: boolean): Promise<void> => {
    await leave(message.id);
    try {
      await send.mutateAsync({ params: { id: String(message.id) }, body: { isHandled } });
      notify({
        kind: "success",
        title: isHandled ? "Marked as Handled" : "Marked as Waiting",
        description: message.subject,
        undo: () => void mark(message, !isHandled),
      });
    } catch {
      // The toast has shown the error, and the list is refetched.
    }
  };
  return (message: PlatformMessage, isHandled: boolean) => void mark(message, isHandled);
}
