import { useEffect } from "react";

type Pages<Row> = {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/** One row of a paged list, which is read on until it is found. */
export function useRowOfPages<Row extends { id: number }>(pages: Pages<Row>, id: number): Row | undefined {
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  const found = data?.pages.flatMap(({ rows }) => rows).find((row) => row.id === id);
  const isAwaited = found === undefined && hasNextPage && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (isAwaited) void fetchNextPage();
  }, [isAwaited, fetchNextPage]);
  return found;
}
