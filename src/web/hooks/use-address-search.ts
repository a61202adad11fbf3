import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type PageSearch, usePageSearch } from "../page-search.ts";

/**
 * What a screen keeps in the address bar, so that Back, a reload and a sent link show the same. `read` is a function
 * of its file, and leaves out what it does not understand.
 */
export function useAddressSearch<Search extends PageSearch>(read: (raw: PageSearch) => Search) {
  const raw = usePageSearch();
  const navigate = useNavigate();
  const search = useMemo(() => read(raw), [read, raw]);
  const change = useCallback(
    (changes: Partial<Search>) => {
      void navigate({
        to: ".",
        replace: true,
        resetScroll: false,
        search: (before) => ({ ...before, ...changes }),
      });
    },
    [navigate],
  );
  return { search, change };
}
