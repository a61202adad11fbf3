import type { ReactNode } from "react";
import type { ApiError } from "./data/api-error.ts";
import { ErrorState } from "./ui/feedback/ErrorState.tsx";
import { Waiting } from "./ui/feedback/Waiting.tsx";

/** A query's skeleton while it loads, or its error with Try Again. */
export function QueryPending({
  query: { error, isFetching, refetch },
  title,
  skeleton,
  label,
  level,
}: {
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  /** The error's heading: "Failed to load the bills". */
  title: string;
  skeleton: ReactNode;
  /** For screen readers while it loads. */
  label?: string | undefined;
  level?: 2 | 3 | undefined;
}) {
  const retry = () => void refetch();
  if (!error) return <Waiting skeleton={skeleton} onRetry={retry} label={label} />;
  return <ErrorState title={title} why={error.shown()} onRetry={retry} retrying={isFetching} level={level} />;
}
