import { type Prescription, releasePrescription } from "#features/prescriptions/contract.ts";
import { ReleaseButton } from "#web/clinical/signed-papers.tsx";

export const ReleasePrescription = ({
  prescription,
  label,
}: {
  prescription: Prescription;
  label?: string | undefined;
}) => (
  <ReleaseButton
    endpoint={releasePrescription}
    of={prescription}
    sent={{ params: { id: String(prescription.patientId), rxId: String(prescription.id) } }}
    label={label}
    done="Prescription released"
    fallback="Failed to release prescription"
  />
);
