import { patientPapers, releasePaper } from "#features/papers/contract.ts";
import { useEndpointMutation, usePages } from "#web/data/calls.ts";

const FIRST = "20";

/** A patient's papers, newest first. */
export function usePapers(patientId: number) {
  const pages = usePages(patientPapers, { params: { id: String(patientId) }, query: { limit: FIRST } });
  return { pages, papers: pages.data?.pages.flatMap(({ rows }) => rows) };
}

export const useReleasePaper = () =>
  useEndpointMutation(releasePaper, {
    done: ({ title, number }) => `${title} No. ${number} released`,
    failed: { title: "Error", fallback: "Failed to release the paper" },
  });
