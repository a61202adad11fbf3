import type { VitalSignReading } from "#features/consultations/contract.ts";
import { vitalSignsLine } from "#features/consultations/words.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";
import { useMarkVitals } from "./use-mark-vitals.ts";

/** Asks why vital signs must not be used. */
export function EnteredInErrorDialog({
  patientId,
  reading,
  onClose,
}: {
  patientId: number;
  reading: VitalSignReading;
  onClose: () => void;
}) {
  const { markInError } = useMarkVitals(patientId);
  return (
    <ReasonDialog
      title="Entered in Error"
      description={`${vitalSignsLine(reading)}, taken ${formatInstant(reading.recordedAt)}. They stay in this list, struck through, and are not used any more: not as the latest, in charts, for growth or in referrals.`}
      hint="For example: typed wrong, another patient's"
      missing="Say what is wrong"
      save="Mark as Entered in Error"
      fallback="Failed to mark the vital signs"
      onSave={({ reason }) => markInError(reading, reason)}
      onClose={onClose}
    />
  );
}
