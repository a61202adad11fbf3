import { startTransition, useEffect, useState } from "react";

/**
 * How many parts of a screen to render: none at first, and one more whenever the previous ones are committed. Each
 * is rendered interruptibly and committed separately, since one large commit blocks a slow phone. A
 * `useDeferredValue` with an initial value does not work when the first render is itself deferred (`calls.ts`):
 * React uses the final value there.
 */
export function useInTurn(parts: number): number {
  const [standing, setStanding] = useState(0);
  useEffect(() => {
    if (standing < parts) startTransition(() => setStanding(standing + 1));
  }, [standing, parts]);
  return standing;
}
