import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { Empty } from "./Empty.tsx";

interface ErrorStateProps {
  /** What happened: "Failed to load shared patients". */
  title: ReactNode;
  why?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  retrying?: boolean | undefined;
  /** A code that the user can read out to support. */
  reference?: string | undefined;
  icon?: ReactNode;
  level?: 2 | 3 | undefined;
}

/** Something failed to load: what happened, what to do, the reference code. */
export function ErrorState({
  title,
  why,
  onRetry,
  retryLabel = "Try Again",
  retrying,
  reference,
  icon = <CircleAlert />,
  level,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <Empty
        icon={icon}
        title={title}
        level={level}
        why={
          reference === undefined ? (
            why
          ) : (
            <>
              {why} <span className="whitespace-nowrap">Reference {reference}.</span>
            </>
          )
        }
        action={
          onRetry && (
            <Button onClick={onRetry} busy={retrying} busyLabel="Trying…">
              {retryLabel}
            </Button>
          )
        }
      />
    </div>
  );
}
