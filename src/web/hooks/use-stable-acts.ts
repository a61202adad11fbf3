import { useLayoutEffect, useRef, useState } from "react";

type Acts = Record<string, (...given: never[]) => unknown>;

/**
 * Functions with a stable identity that always call the newest version, so that memoized children need not
 * rerender. For event handlers: they must not be called during rendering.
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
