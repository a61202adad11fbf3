import { useEffect, useLayoutEffect } from "react";
import { formatClock, formatInstant, manilaDay } from "#shared/formats/dates.ts";
import { dayToday } from "#web/clock.ts";
import { noteNetwork, useFreshness } from "#web/data/freshness.ts";
import { ThinBar } from "#web/ui/feedback/ThinBar.tsx";

const askEvery = 10_000;

/** A time alone means today. */
const asRead = (at: Date) => (manilaDay(at) === dayToday() ? formatClock(at) : formatInstant(at));

/**
 * "Offline, showing data from 10:42" over every screen while the server cannot be reached. Polls until there is an
 * answer, since many pages do not. `oldest`: when the oldest visible record was read; the bar stays until no cached
 * one is visible.
 */
export function OfflineBar({ oldest = null }: { oldest?: Date | null }) {
  const { isOffline, answeredAt } = useFreshness();
  const isShown = isOffline || oldest !== null;
  useEffect(() => {
    if (!isOffline) return;
    let stop = new AbortController();
    const ask = () => {
      // Requests that hang would use up the connections that a browser opens to one server.
      stop.abort();
      stop = new AbortController();
      fetch("/api/health", { cache: "no-store", signal: stop.signal }).then(
        ({ ok }) => ok && noteNetwork(),
        () => undefined,
      );
    };
    const timer = setInterval(ask, askEvery);
    return () => clearInterval(timer);
  }, [isOffline]);
  // Measured for elements that stick to the top.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (isShown) style.setProperty("--bar-top", "1.75rem");
    else style.removeProperty("--bar-top");
  }, [isShown]);
  if (!isShown) return null;
  const at = oldest ?? answeredAt;
  return (
    // Over dialogs too: their data is as old.
    <div className="sticky top-0 z-menu">
      <ThinBar>{at ? `Offline, showing data from ${asRead(at)}` : "Offline"}</ThinBar>
    </div>
  );
}
