import { startTransition, useEffect, useState } from "react";

/**
 * How many parts of a screen may stand: none in the first drawing, and one more each time that the parts before stand
 * on the screen. Each is drawn in pieces and put there by itself, for what is put there at once blocks a slow phone as a
 * whole. A `useDeferredValue` with a first value does not do it where the first drawing is itself put off (`calls.ts`):
 * React takes the last value there at once.
 */
export function useInTurn(parts: number): number {
  const [standing, setStanding] = useState(0);
  useEffect(() => {
    if (standing < parts) startTransition(() => setStanding(standing + 1));
  }, [standing, parts]);
  return standing;
}
