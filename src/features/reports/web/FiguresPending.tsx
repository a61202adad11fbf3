import type { ComponentProps } from "react";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonFigures } from "#web/ui/feedback/Skeleton.tsx";

/** Placeholder of four figures while they load, or their error. */
export function FiguresPending({
  query,
  noted = true,
}: {
  query: ComponentProps<typeof QueryPending>["query"];
  /** A line below each figure. */
  noted?: boolean;
}) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <QueryPending
        query={query}
        title="Failed to load the figures"
        skeleton={<SkeletonFigures count={4} noted={noted} />}
        label="Loading figures"
        level={2}
      />
    </div>
  );
}
