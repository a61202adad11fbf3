import { archivedPatients, listPatients, type PatientFilter } from "#features/patients/contract.ts";
import { usePages, usePrefetch } from "#web/data/calls.ts";
import { usePage } from "#web/data/use-page.ts";

export const PAGE_SIZE = 25;

/** One page of a patient list at a time, with paging. A new filter starts at the first page. */
export function usePatientPages(which: "active" | "archived", filter: PatientFilter) {
  const isActive = which === "active";
  const limit = String(PAGE_SIZE);
  const active = usePages(listPatients, { query: { ...filter, limit } }, { enabled: isActive });
  const archived = usePages(
    archivedPatients,
    { query: { search: filter.search, limit } },
    { enabled: !isActive },
  );
  return usePage(isActive ? active : archived, JSON.stringify([which, filter]), PAGE_SIZE);
}

/** Prefetches the active patients of a filter while the URL changes. */
export function usePrefetchPatients(): (filter: PatientFilter) => void {
  const ask = usePrefetch(listPatients);
  return (filter) => ask({ query: { ...filter, limit: String(PAGE_SIZE) } });
}

export type PatientPages = ReturnType<typeof usePatientPages>;
