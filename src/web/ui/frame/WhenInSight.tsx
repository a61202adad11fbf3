import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from "react";
import { restMs } from "#web/first-screen.ts";
import { SkeletonCard } from "../feedback/Skeleton.tsx";
import { Waiting } from "../feedback/Waiting.tsx";

/** Content below the fold: loaded when it scrolls into view, or a moment after the first screen. */
export function WhenInSight({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const come = () => startTransition(() => setDue(true));
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && come());
    if (box.current) watch.observe(box.current);
    const timer = setTimeout(come, restMs);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, []);
  const pending = <Waiting skeleton={<SkeletonCard />} />;
  return (
    <div ref={box} className="min-w-0">
      {isDue ? <Suspense fallback={pending}>{children}</Suspense> : pending}
    </div>
  );
}
