import { type ClinicPaper, releasePaper } from "#features/papers/contract.ts";
import { ReleaseButton } from "#web/clinical/signed-papers.tsx";

export const ReleasePaper = ({
  paper: { id, patientId, title, number },
  label,
}: {
  paper: ClinicPaper;
  label?: string | undefined;
}) => (
  <ReleaseButton
    endpoint={releasePaper}
    sent={{ params: { id: String(patientId), paperId: String(id) } }}
    label={label}
    done={`${title} No. ${number} released`}
    fallback="Failed to release the paper"
  />
);
