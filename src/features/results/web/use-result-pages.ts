import { patientResults, type Result } from "#features/results/contract.ts";
import { usePages } from "#web/data/calls.ts";

/** The record's list and the table share the same first page, in one request. */
const FIRST_RESULTS = "60";

export function useResultPages(patientId: number) {
  const pages = usePages(patientResults, {
    params: { id: String(patientId) },
    query: { limit: FIRST_RESULTS },
  });
  const results: Result[] | undefined = pages.data?.pages.flatMap(({ rows }) => rows);
  return { pages, results };
}
