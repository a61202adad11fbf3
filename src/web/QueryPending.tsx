import type { ReactNode } from "react";
import type { ApiError } from "./data/api-error.ts";
import { ErrorState } from "./ui/feedback/ErrorState.tsx";
import { Waiting } from "./ui/feedback/Waiting.tsx";

/** The place of a query's data while it loads, or after it failed. */
export function QueryPending({
  query: { error, isFetching, refetch },
  title,
  skeleton,
  label,
  level,
}: {
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  /** Of the failure: "Failed to load the bills". */
  title: string;
  skeleton: ReactNode;
  /** Read out while it loads. */
  label?: string | undefined;
  level?: 2 | 3 | undefined;
}) {
  const retry = () => void refetch();
  if (!error) return <Waiting skeleton={skeleton} onRetry={retry} label={label} />;
  return <ErrorState title={title} why={error.shown()} onRetry={retry} retrying={isFetching} level={level} />;
}
