import { useLayoutEffect, useRef, useState } from "react";

type Acts = Record<string, (...given: never[]) => unknown>;

/**
 * The same functions for as long as the component stands, each doing what the newest of its name does, so that what
 * they are handed to need not be drawn anew. For presses and keys: while it is drawn nothing may call them.
 */
export function useStableActs<Given extends Acts>(acts: Given): Given {
  const newest = useRef<Acts>(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(acts).map((name) => [name, (...given: never[]) => newest.current[name]?.(...given)]),
      ) as Given,
  );
  return stable;
}
