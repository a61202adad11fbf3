import { useEffect, useState } from "react";

/** Milliseconds after the last key until a search starts. */
const SEARCH_AFTER = 150;

/** The text of a search box, debounced into a search. A change from outside updates the box. */
export function useTypedSearch(value: string | undefined, onSearch: (value: string | undefined) => void) {
  const [typed, setTyped] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // The debounced search must not overwrite what was typed since.
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
