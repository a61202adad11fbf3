import { patientPapers } from "#features/papers/contract.ts";
import { usePages } from "#web/data/calls.ts";

const FIRST = "20";

/** A patient's papers, newest first. */
export function usePapers(patientId: number) {
  const pages = usePages(patientPapers, { params: { id: String(patientId) }, query: { limit: FIRST } });
  return { pages, papers: pages.data?.pages.flatMap(({ rows }) => rows) };
}
