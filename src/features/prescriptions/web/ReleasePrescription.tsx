import { type Prescription, releasePrescription } from "#features/prescriptions/contract.ts";
import { ReleaseButton } from "#web/clinical/signed-papers.tsx";

export const ReleasePrescription = ({
  prescription: { id, patientId },
  label,
}: {
  prescription: Prescription;
  label?: string | undefined;
}) => (
  <ReleaseButton
    endpoint={releasePrescription}
    sent={{ params: { id: String(patientId), rxId: String(id) } }}
    label={label}
    done="Prescription released"
    fallback="Failed to release prescription"
  />
);
