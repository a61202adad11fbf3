import { rootRouteId, useSearch } from "@tanstack/react-router";

/**
 * Search parameters as plain strings, `?view=table&q=dela+cruz`. Each screen reads its own and preserves the
 * others.
 */
export type PageSearch = { [name: string]: string | undefined };

/** Of the root route, so that links and screens share one type. */
export const readPageSearch = (search: Record<string, unknown>): PageSearch =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
    ),
  );

export const usePageSearch = (): PageSearch => useSearch({ from: rootRouteId });
