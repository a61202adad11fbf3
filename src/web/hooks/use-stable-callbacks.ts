import { useLayoutEffect, useRef, useState } from "react";

type Callbacks = Record<string, (...given: never[]) => unknown>;

/**
 * Functions with a stable identity that always call the newest version, so that memoized children need not
 * rerender. For event handlers: they must not be called during rendering.
 */
export function useStableCallbacks<Given extends Callbacks>(callbacks: Given): Given {
  const newest = useRef<Callbacks>(callbacks);
  useLayoutEffect(() => {
    newest.current = callbacks;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(callbacks).map((name) => [name, (...given: never[]) => newest.current[name]?.(...given)]),
      ) as Given,
  );
  return stable;
}
