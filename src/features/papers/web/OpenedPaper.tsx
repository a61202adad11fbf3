import { useRowOfPages } from "#web/data/use-row-of-pages.ts";
import { PaperDetailDialog } from "./PaperDetailDialog.tsx";
import { usePapers } from "./use-papers.ts";

/** A paper that is known by its id. */
export function OpenedPaper({
  patientId,
  id,
  onClose,
}: {
  patientId: number;
  id: number;
  onClose: () => void;
}) {
  const paper = useRowOfPages(usePapers(patientId).pages, id);
  return paper && <PaperDetailDialog paper={paper} onClose={onClose} />;
}
