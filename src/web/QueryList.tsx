import type { ReactNode } from "react";
import type { ApiError } from "./data/api-error.ts";
import { QueryPending } from "./QueryPending.tsx";
import { LoadMore } from "./ui/lists/LoadMore.tsx";

/** The data of usePages. */
type Pages<Row> = { pages: readonly { rows: readonly Row[]; total: number | null }[] };

/** The result of useCall or, with the last three, of usePages. */
type ListQuery<Data> = {
  data: Data | undefined;
  error: ApiError | null;
  isFetching: boolean;
  refetch: () => unknown;
  isFetchingNextPage?: boolean;
  hasNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

/** The result of usePages, for an endpoint that returns rows. */
export type PagesQuery<Row> = ListQuery<Pages<Row>> &
  Required<Pick<ListQuery<Pages<Row>>, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">>;

type RowOf<Data> = Data extends readonly (infer Row)[] ? Row : Data extends Pages<infer Row> ? Row : never;

/**
 * A queried list: its skeleton, its error with Try Again, what stands instead of an empty one, its rows, and a button
 * for more.
 */
export function QueryList<Data, Row = RowOf<Data>>({
  query,
  rowsOf = allRows,
  title,
  skeleton,
  label,
  level,
  empty,
  children,
}: {
  query: ListQuery<Data>;
  /** The listed part of an answer that is no list, or the rows of it that are listed. */
  rowsOf?: (data: Data) => readonly Row[];
  /** The error's heading: "Failed to load the bills". */
  title: string;
  skeleton: ReactNode;
  /** For screen readers while it loads. */
  label?: string;
  level?: 2 | 3;
  empty?: ReactNode;
  /** `foot` is shown below the rows of a list that is loaded page by page. */
  children: (rows: readonly Row[], foot: ReactNode) => ReactNode;
}) {
  const { data } = query;
  if (data === undefined) return <QueryPending {...{ query, title, skeleton, label, level }} />;
  const rows = rowsOf(data);
  if (rows.length === 0 && empty !== undefined) return empty;
  return children(
    rows,
    isPaged(data) && (
      <LoadMore
        shown={rows.length}
        total={data.pages[0]?.total ?? undefined}
        onMore={query.hasNextPage ? () => void query.fetchNextPage?.() : undefined}
        busy={query.isFetchingNextPage}
      />
    ),
  );
}

const isPaged = (data: unknown): data is Pages<unknown> =>
  typeof data === "object" && data !== null && "pages" in data;

const allRows = <Row,>(data: unknown): readonly Row[] =>
  (isPaged(data) ? data.pages.flatMap(({ rows }) => rows) : data) as readonly Row[];
