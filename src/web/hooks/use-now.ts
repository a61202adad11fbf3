import { useEffect, useState } from "react";
import { dateNow, onTimeCorrected } from "../clock.ts";

/** The current time, updated periodically and when the tab becomes visible. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(dateNow);
  useEffect(() => {
    const tick = () => setNow(dateNow());
    const timer = setInterval(tick, everyMs);
    const stop = onTimeCorrected(tick);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener("visibilitychange", tick);
    };
  }, [everyMs]);
  return now;
}
