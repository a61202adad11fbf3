import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { requestOf } from "#web/data/calls.ts";
import { noteFresh, useFreshness } from "#web/data/freshness.ts";
import { cachedAnswerOf } from "./use-shown-age.ts";

/**
 * When the server can be reached again, refetches queries that failed or show cached responses, and those whose
 * cached response is still being read: it would be shown permanently. Cached responses that no page shows are
 * removed, so that none is taken for a fresh one later.
 */
export function useRecovery(): void {
  const { isOffline, hasCached } = useFreshness();
  const queries = useQueryClient();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOffline && (wasOffline.current || hasCached)) {
      for (const { queryKey } of queries
        .getQueryCache()
        .findAll({ type: "inactive", predicate: isCachedAnswer })) {
        queries.removeQueries({ queryKey, exact: true });
        noteFresh(requestOf(queryKey)?.address);
      }
      const refetch = (predicate: (query: Query) => boolean) =>
        queries.refetchQueries({ type: "active", predicate }, { cancelRefetch: false });
      // The first waits for a cached response that is still being read, the second replaces it.
      void refetch((query) => query.state.status !== "success" || isCachedAnswer(query)).then(() =>
        refetch(isCachedAnswer),
      );
    }
    wasOffline.current = isOffline;
  }, [isOffline, hasCached, queries]);
}

const isCachedAnswer = (query: Query) => cachedAnswerOf(query) !== null;
