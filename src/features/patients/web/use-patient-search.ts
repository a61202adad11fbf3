import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type PatientSearch, readPatientSearch } from "./patient-search.ts";

/** Milliseconds after the last key until a search starts. */
const SEARCH_AFTER = 150;

/** The list's filters, kept in the address bar so that Back, a reload and a sent link show the same list. */
export function usePatientSearch() {
  const raw: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => readPatientSearch(raw), [raw]);
  const change = useCallback(
    (changes: Partial<PatientSearch>) => {
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

/** What stands in a search box, and when it becomes a search. A change from outside takes the box along. */
export function useTypedSearch(value: string | undefined, onSearch: (value: string | undefined) => void) {
  const [typed, setTyped] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Our own search coming back does not take away what was typed since.
    if (value !== sent) setTyped(value ?? "");
    setSent(value);
  }
  useEffect(() => {
    const next = typed.trim() || undefined;
    if (next === sent) return;
    const timer = setTimeout(() => {
      setSent(next);
      onSearch(next);
    }, SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [typed, sent, onSearch]);
  return [typed, setTyped] as const;
}
