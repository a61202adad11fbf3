import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from "react";
import { restMs } from "#web/first-screen.ts";
import { SkeletonCard } from "../feedback/Skeleton.tsx";
import { Waiting } from "../feedback/Waiting.tsx";

/** Content below the fold: loaded when it scrolls into view, or a moment after the first screen. */
export function WhenInSight({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const come = () => startTransition(() => setDue(true));
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && come());
    if (place.current) watch.observe(place.current);
    const timer = setTimeout(come, restMs);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, []);
  const pending = <Waiting skeleton={<SkeletonCard />} />;
  return (
    <div ref={place} className="min-w-0">
      {isDue ? <Suspense fallback={pending}>{children}</Suspense> : pending}
    </div>
  );
}
