import { notifyManager, type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { requestOf } from "#web/data/calls.ts";
import { cachedReadAt, useFreshness } from "#web/data/freshness.ts";
import { isRecord } from "#web/offline/cache-rule.ts";

/** When a query's cached response was read, in milliseconds; null for responses of the server. */
export function cachedAnswerOf({ queryKey }: Query): number | null {
  const request = requestOf(queryKey);
  return request && cachedReadAt(request.address);
}

/**
 * The age of the oldest visible record, while the server cannot be reached or a cached response is still shown. Null
 * otherwise.
 */
export function useShownAge(): Date | null {
  const { isOffline } = useFreshness();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)),
    [cache],
  );
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = cache
      .findAll({ type: "active" })
      .filter(({ queryKey, state }) => state.data !== undefined && isRecord(requestOf(queryKey)?.path));
    if (!isOffline && !shown.some((query) => cachedAnswerOf(query) !== null)) return null;
    const ages = shown.map((query) => cachedAnswerOf(query) ?? query.state.dataUpdatedAt);
    return ages.length > 0 ? Math.min(...ages) : null;
  });
  return oldest === null ? null : new Date(oldest);
}
