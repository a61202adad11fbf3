import type { ApiError } from "#web/data/api-error.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonFigures } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";

const sheet = "rounded-md border border-line bg-surface";

/** Placeholder of four figures while they load, or their error. */
export function FiguresPending({
  query: { error, isFetching, refetch },
  noted = true,
}: {
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  /** A line below each figure. */
  noted?: boolean;
}) {
  if (error)
    return (
      <div className={sheet}>
        <ErrorState
          level={2}
          title="Failed to load the figures"
          why={error.shown()}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  return (
    <Waiting
      className={sheet}
      label="Loading figures"
      skeleton={<SkeletonFigures count={4} noted={noted} />}
      onRetry={() => void refetch()}
    />
  );
}
