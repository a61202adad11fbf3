import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useFreshness } from "#web/freshness.ts";

/** When the server can be reached again, what had failed meanwhile is read anew. */
export function useRecovery(): void {
  const { isOffline } = useFreshness();
  const queries = useQueryClient();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (wasOffline.current && !isOffline)
      void queries.refetchQueries(
        { type: "active", predicate: ({ state }) => state.status === "error" },
        { cancelRefetch: false },
      );
    wasOffline.current = isOffline;
  }, [isOffline, queries]);
}
