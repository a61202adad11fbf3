import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { restMs } from "#web/first-screen.ts";

/** Queries without data yet: a part has its final height when they are done. */
const unanswered = { predicate: ({ state }: { state: { status: string } }) => state.status === "pending" };

/**
 * How many parts of a long page to render, from the top, and the ref of an element below them. It starts with
 * `first`; if that is 0 the first one comes with the next commit. Each further one follows when the parts above have
 * their data and its position is within half a screen of the viewport. The rest follow once the page is idle, so that
 * offline reading and find-in-page cover them.
 */
export function useProgressiveParts(
  parts: number,
  first = 0,
): {
  shown: number;
  end: RefObject<HTMLDivElement | null>;
} {
  const [shown, setShown] = useState(first);
  const [isRested, setRested] = useState(false);
  const queries = useQueryClient();
  // Updated asynchronously: requests that a new part has just started are counted again in the effect.
  const fetching = useIsFetching(unanswered);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown >= parts) return;
    // Interruptible, and a commit for each part: one large commit blocks a slow phone.
    const more = () => startTransition(() => setShown(shown + 1));
    // A request that hangs does not block the rest.
    const timer = setTimeout(() => {
      setRested(true);
      more();
    }, restMs);
    let watch: IntersectionObserver | undefined;
    const isAnswered = fetching === 0 && queries.isFetching(unanswered) === 0;
    if (shown === 0 || (isRested && isAnswered)) more();
    else if (isAnswered && end.current) {
      const margins = { rootMargin: "50%", scrollMargin: "50%" };
      watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), margins);
      watch.observe(end.current);
    }
    return () => {
      clearTimeout(timer);
      watch?.disconnect();
    };
  }, [shown, parts, isRested, fetching, queries]);
  return { shown, end };
}
