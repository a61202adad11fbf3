import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

/**
 * What a screen keeps in the address bar, so that Back, a reload and a sent link show the same. `read` is a function
 * of its file, and leaves out what it does not understand.
 */
export function useAddressSearch<Search extends object>(read: (raw: unknown) => Search) {
  const raw: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => read(raw), [read, raw]);
  const change = useCallback(
    (changes: Partial<Search>) => {
      void navigate({
        to: ".",
        replace: true,
        resetScroll: false,
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      } as Parameters<typeof navigate>[0]);
    },
    [navigate],
  );
  return { search, change };
}
