import type { ReactNode } from "react";
import { QueryPending } from "#web/QueryPending.tsx";
import type { ApiError } from "./data/api-error.ts";
import { LoadMore } from "./ui/lists/LoadMore.tsx";

/** The result of usePages, for an endpoint that returns rows. */
export type PagedRead<Row> = {
  data: { pages: readonly { rows: readonly Row[]; total: number | null }[] } | undefined;
  error: ApiError | null;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

/** A list that is loaded page by page: its skeleton, its error with Try Again, its rows, and a button for more. */
export function PagedList<Row>({
  read,
  what,
  skeleton,
  level = 3,
  children,
}: {
  read: PagedRead<Row>;
  /** "clinics" */
  what: string;
  skeleton: ReactNode;
  /** The level of the error's heading. */
  level?: 2 | 3;
  /** `foot` is shown below the rows if there are any. */
  children: (rows: readonly Row[], foot: ReactNode) => ReactNode;
}) {
  if (!read.data)
    return (
      <QueryPending
        query={read}
        title={`Failed to load ${what}`}
        skeleton={skeleton}
        label={`Loading ${what}...`}
        level={level}
      />
    );
  const rows = read.data.pages.flatMap((page) => page.rows);
  return children(
    rows,
    <LoadMore
      shown={rows.length}
      total={read.data.pages[0]?.total ?? undefined}
      onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
      busy={read.isFetchingNextPage}
    />,
  );
}
