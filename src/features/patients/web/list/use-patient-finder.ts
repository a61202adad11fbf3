import { useState } from "react";
import { listPatients } from "#features/patients/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useTypedSearch } from "#web/hooks/use-typed-search.ts";

const shownAtMost = 8;

/**
 * Patients as one types, wherever one of them is looked for. Before anything is typed the newest, unless something else
 * stands there; `enabled` is for who may see patients at all.
 */
export function usePatientFinder({ enabled = true, withNewest = true } = {}) {
  const [search, setSearch] = useState<string>();
  const [typed, setTyped] = useTypedSearch(search, setSearch);
  const read = useCall(
    listPatients,
    { query: { limit: String(shownAtMost), ...(search && { search }) } },
    // Others add patients too: what was found before shows, and is asked for again.
    { enabled: enabled && (withNewest || search !== undefined), keepsFormer: true, refetchOnMount: "always" },
  );
  return {
    typed,
    setTyped,
    /** The search that was sent last. */
    search,
    read,
    /** What is shown answers what is typed. */
    isCurrent: (search ?? "") === typed.trim() && read.data !== undefined && !read.isPlaceholderData,
  };
}
