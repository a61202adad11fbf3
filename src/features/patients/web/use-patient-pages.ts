import { useState } from "react";
import {
  archivedPatients,
  listPatients,
  type PatientFilter,
  type PatientListItem,
} from "#features/patients/contract.ts";
import { usePages } from "#web/calls.ts";

const PAGE_SIZE = 25;

/** One page of a patient list at a time, and the way to the next. A new filter starts at the first page. */
export function usePatientPages(which: "active" | "archived", filter: PatientFilter) {
  const isActive = which === "active";
  const limit = String(PAGE_SIZE);
  const active = usePages(listPatients, { query: { ...filter, limit } }, { enabled: isActive });
  const archived = usePages(
    archivedPatients,
    { query: { search: filter.search, limit } },
    { enabled: !isActive },
  );
  const read = isActive ? active : archived;

  const of = JSON.stringify([which, filter]);
  const [place, setPlace] = useState({ of, page: 0 });
  // Forgotten with the filter: coming back to it starts at the first page too.
  if (place.of !== of) setPlace({ of, page: 0 });
  const loaded = read.data?.pages ?? [];
  const page = Math.min(place.of === of ? place.page : 0, Math.max(0, loaded.length - 1));
  const rows: readonly PatientListItem[] = loaded[page]?.rows ?? [];
  const isLast = page === loaded.length - 1;
  const from = page * PAGE_SIZE + 1;

  return {
    rows,
    /** How many there are in all; undefined while unknown. */
    total: loaded[0]?.total ?? undefined,
    from,
    to: from + rows.length - 1,
    onPrevious: page > 0 ? () => setPlace({ of, page: page - 1 }) : undefined,
    onNext:
      isLast && !read.hasNextPage
        ? undefined
        : () => {
            if (!isLast) setPlace({ of, page: page + 1 });
            else
              void read
                .fetchNextPage()
                .then(({ data }) => (data?.pages.length ?? 0) > page + 1 && setPlace({ of, page: page + 1 }));
          },
    isTurning: read.isFetchingNextPage,
    isLoading: read.isPending,
    /** Rows of the former filter, shown until the new ones are there. */
    isStale: read.isPlaceholderData,
    error: read.data === undefined || read.isPlaceholderData ? read.error : null,
    retry: () => void read.refetch(),
    isFetching: read.isFetching,
  };
}

export type PatientPages = ReturnType<typeof usePatientPages>;
