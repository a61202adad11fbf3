import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../Button.tsx";
import { VisuallyHidden } from "../VisuallyHidden.tsx";
import { Spinner } from "./Spinner.tsx";

/** ms of waiting before a skeleton may show: faster loads should not flicker. */
const SKELETON_AFTER = 150;
/** ms after which the text "Still loading" and Try Again appear. */
const STILL_LOADING_AFTER = 8000;

type Phase = "nothing" | "skeleton" | "long";

/** Placeholder while loading: nothing, then the skeleton, then "Still loading" with Try Again. */
export function Waiting({
  skeleton,
  onRetry,
  label = "Loading",
  className,
}: {
  skeleton: ReactNode;
  onRetry?: (() => void) | undefined;
  label?: string | undefined;
  className?: string | undefined;
}) {
  const [phase, setPhase] = useState<Phase>("nothing");
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try starts the clocks again
  useEffect(() => {
    const soon = setTimeout(() => setPhase("skeleton"), SKELETON_AFTER);
    const long = setTimeout(() => setPhase("long"), STILL_LOADING_AFTER);
    return () => {
      clearTimeout(soon);
      clearTimeout(long);
    };
  }, [tries]);
  return (
    <div aria-busy="true" className={className}>
      <div role="status">
        {phase === "long" ? (
          <div className="flex min-h-14.5 items-center gap-2.5 border-b border-line px-4 py-2">
            <Spinner />
            Still loading
            {onRetry && (
              <Button
                size="sm"
                className="ml-auto"
                onClick={() => {
                  setPhase("skeleton");
                  setTries(tries + 1);
                  onRetry();
                }}
              >
                Try Again
              </Button>
            )}
          </div>
        ) : (
          phase === "skeleton" && <VisuallyHidden>{label}</VisuallyHidden>
        )}
      </div>
      {/* The skeleton takes its final height from the start, so nothing jumps when it shows. */}
      <div className={phase === "nothing" ? "invisible" : undefined}>{skeleton}</div>
    </div>
  );
}
