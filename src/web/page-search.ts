import { rootRouteId, useSearch } from "@tanstack/react-router";

/**
 * What an address holds after the question mark: plain texts, `?section=patients&q=dela+cruz`. Each screen reads the
 * names it knows and leaves the rest as it is.
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
