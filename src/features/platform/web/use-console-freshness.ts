import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { Endpoint } from "#shared/endpoint.ts";
import { queryKeyOf } from "#web/data/calls.ts";

/** When an endpoint's data was last fetched, in milliseconds; 0 before. `hasFailed`: the last attempt failed. */
export function useConsoleFreshness(endpoint: Endpoint): { readAt: number; hasFailed: boolean } {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)),
    [cache],
  );
  const shown = () =>
    cache.findAll({ queryKey: queryKeyOf(endpoint), type: "active" }).map(({ state }) => state);
  const readAt = useSyncExternalStore(subscribe, () =>
    Math.max(0, ...shown().map(({ dataUpdatedAt }) => dataUpdatedAt)),
  );
  const hasFailed = useSyncExternalStore(subscribe, () => shown().some(({ status }) => status === "error"));
  return { readAt, hasFailed };
}
