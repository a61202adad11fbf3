import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type PageSearch, usePageSearch } from "../page-search.ts";

/**
 * A screen's state in the URL, so that Back, a reload and a shared link show the same. `read` is a top-level
 * function, and ignores unknown values.
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
