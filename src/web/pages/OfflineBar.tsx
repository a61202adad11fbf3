import { useEffect, useLayoutEffect } from "react";
import { formatClock } from "#shared/dates.ts";
import { noteNetwork, useFreshness } from "#web/freshness.ts";
import { ThinBar } from "#web/ui/ThinBar.tsx";

const askEvery = 10_000;

/**
 * "Offline, showing data from 10:42" over every screen while the server cannot be reached. Many pages ask for nothing
 * by themselves: this does, until there is an answer.
 */
export function OfflineBar() {
  const { isOffline, answeredAt } = useFreshness();
  useEffect(() => {
    if (!isOffline) return;
    const ask = () =>
      fetch("/api/health", { cache: "no-store" }).then(
        ({ ok }) => ok && noteNetwork(),
        () => undefined,
      );
    const timer = setInterval(ask, askEvery);
    return () => clearInterval(timer);
  }, [isOffline]);
  // What sticks to the top of the screen keeps clear of it.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (isOffline) style.setProperty("--bar-top", "1.75rem");
    else style.removeProperty("--bar-top");
  }, [isOffline]);
  if (!isOffline) return null;
  return (
    <div className="sticky top-0 z-bar">
      <ThinBar>{answeredAt ? `Offline, showing data from ${formatClock(answeredAt)}` : "Offline"}</ThinBar>
    </div>
  );
}
