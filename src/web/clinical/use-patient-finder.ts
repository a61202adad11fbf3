import { useState } from "react";
import { listPatients } from "#features/patients/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useTypedSearch } from "#web/hooks/use-typed-search.ts";

const shownAtMost = 8;
/** The server's limit. */
const lettersAtMost = 200;

/**
 * Search as the user types, for every place that finds a patient. Before that the newest, unless something else is
 * shown; `enabled` is for users who may view patients, `searchOf` strips what is not part of the search, `initially`
 * is the initial search.
 */
export function usePatientFinder({
  enabled = true,
  withNewest = true,
  searchOf = (typed: string) => typed,
  initially = undefined as string | undefined,
} = {}) {
  const [search, setSearch] = useState(initially);
  const [typed, setTyped] = useTypedSearch(search, setSearch);
  const read = useCall(
    listPatients,
    {
      query: {
        limit: String(shownAtMost),
        ...(search && { search: searchOf(search).slice(0, lettersAtMost) }),
      },
    },
    // Other users add patients too: shows the cached result and refetches.
    {
      enabled: enabled && (withNewest || search !== undefined),
      keepsPrevious: true,
      refetchOnMount: "always",
    },
  );
  return {
    typed,
    setTyped,
    /** The search that was sent last. */
    search,
    read,
    /** Whether the result matches what is typed. */
    isCurrent: (search ?? "") === typed.trim() && read.data !== undefined && !read.isPlaceholderData,
  };
}
