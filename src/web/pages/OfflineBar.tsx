import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { formatClock } from "#shared/dates.ts";
import { noteNetwork, useFreshness } from "#web/freshness.ts";
import { ThinBar } from "#web/ui/ThinBar.tsx";

const askEvery = 10_000;

/** "Offline, showing data from 10:42" over every screen while the server cannot be reached. */
export function OfflineBar() {
  const { isOffline, answeredAt } = useFreshness();
  useRecovery(isOffline);
  if (!isOffline) return null;
  return (
    <ThinBar>{answeredAt ? `Offline, showing data from ${formatClock(answeredAt)}` : "Offline"}</ThinBar>
  );
}

/** Many pages ask for nothing by themselves: this does, until there is an answer, and then reads what had failed. */
function useRecovery(isOffline: boolean): void {
  const queries = useQueryClient();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOffline) {
      if (wasOffline.current)
        void queries.refetchQueries(
          { type: "active", predicate: ({ state }) => state.status === "error" },
          { cancelRefetch: false },
        );
      wasOffline.current = false;
      return;
    }
    wasOffline.current = true;
    const ask = () =>
      fetch("/api/health", { cache: "no-store" }).then(
        ({ ok }) => ok && noteNetwork(),
        () => undefined,
      );
    const timer = setInterval(ask, askEvery);
    return () => clearInterval(timer);
  }, [isOffline, queries]);
}
