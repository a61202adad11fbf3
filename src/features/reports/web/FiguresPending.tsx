import type { ComponentProps } from "react";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonFigures } from "#web/ui/feedback/Skeleton.tsx";

/** Placeholder of four figures while they load, or their error. */
export function FiguresPending({
  query,
  slim = false,
}: {
  query: ComponentProps<typeof QueryPending>["query"];
  /** As above a list. */
  slim?: boolean;
}) {
  return (
    <div className="rounded-md border border-line bg-surface">
      <QueryPending
        query={query}
        title="Failed to load the figures"
        skeleton={<SkeletonFigures count={4} noted={!slim} slim={slim} />}
        label="Loading figures"
        level={2}
      />
    </div>
  );
}
