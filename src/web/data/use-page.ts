import { useState } from "react";
import type { ApiError } from "./api-error.ts";

type Pages<Row> = { pages: { rows: readonly Row[]; total: number | null }[] };

/** The part of usePages' result that is needed. */
type ReadPages<Row> = {
  data: Pages<Row> | undefined;
  error: ApiError | null;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => Promise<{ data: Pages<Row> | undefined }>;
  refetch: () => Promise<unknown>;
};

/**
 * One page of a paged list at a time, with paging. `of` identifies the list: another filter starts at its first page.
 */
export function usePage<Row>(read: ReadPages<Row>, of: string, pageSize: number) {
  const [position, setPosition] = useState({ of, page: 0 });
  // Forgotten with the filter: returning to it starts at the first page too.
  if (position.of !== of) setPosition({ of, page: 0 });
  const loaded = read.data?.pages ?? [];
  const page = Math.min(position.of === of ? position.page : 0, Math.max(0, loaded.length - 1));
  const rows = loaded[page]?.rows;
  const isLast = page === loaded.length - 1;
  const from = page * pageSize + 1;
  const error = read.data === undefined || read.isPlaceholderData ? read.error : null;

  return {
    /** Undefined without an answer, so that no empty list is shown before one. */
    rows,
    /** The total; undefined while unknown, also after a failure: the previous filter had another. */
    total: error ? undefined : (loaded[0]?.total ?? undefined),
    from,
    to: from + (rows?.length ?? 0) - 1,
    onPrevious: page > 0 ? () => setPosition({ of, page: page - 1 }) : undefined,
    onNext:
      isLast && !read.hasNextPage
        ? undefined
        : () => {
            if (!isLast) setPosition({ of, page: page + 1 });
            else
              void read
                .fetchNextPage()
                .then(
                  ({ data }) => (data?.pages.length ?? 0) > page + 1 && setPosition({ of, page: page + 1 }),
                );
          },
    isTurning: read.isFetchingNextPage,
    /** Rows of the previous filter, shown until the new ones are loaded. */
    isStale: read.isPlaceholderData,
    error,
    retry: () => void read.refetch(),
    isFetching: read.isFetching,
  };
}
