import { startTransition, useEffect, useState } from "react";

/**
 * False in the first drawing, true once that stands on the screen: what hangs on it is drawn then, in pieces. A
 * `useDeferredValue` with a first value does not do it where the first drawing is itself put off (`calls.ts`): React
 * takes the last value there at once.
 */
export function useStands(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => startTransition(() => setStands(true)), []);
  return stands;
}
