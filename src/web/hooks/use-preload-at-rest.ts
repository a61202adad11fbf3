import { useEffect } from "react";
import { restMs } from "#web/first-screen.ts";

/** Preloads a part that a key or a press will open, once the first screen has loaded. */
export function usePreloadAtRest(part: { preload: () => Promise<void> }, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => void part.preload(), restMs);
    return () => clearTimeout(timer);
  }, [part, isWanted]);
}
