import { type ClinicPaper, releasePaper } from "#features/papers/contract.ts";
import { ReleaseButton } from "#web/clinical/signed-papers.tsx";

export const ReleasePaper = ({ paper, label }: { paper: ClinicPaper; label?: string | undefined }) => (
  <ReleaseButton
    endpoint={releasePaper}
    of={paper}
    sent={{ params: { id: String(paper.patientId), paperId: String(paper.id) } }}
    label={label}
    done={`${paper.title} No. ${paper.number} released`}
    fallback="Failed to release the paper"
  />
);
