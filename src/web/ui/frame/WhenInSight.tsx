import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from "react";
import { SkeletonCard } from "../feedback/Skeleton.tsx";
import { Waiting } from "../feedback/Waiting.tsx";

/** ms for which the first screen has the link to itself. */
const rest = 2_000;

/** What is below the fold: fetched when it comes in sight, or a moment after the first screen. */
export function WhenInSight({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const come = () => startTransition(() => setDue(true));
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && come());
    if (place.current) watch.observe(place.current);
    const timer = setTimeout(come, rest);
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
