import { Dialog } from "#web/ui/Dialog.tsx";

export function RecordVitalsDialog({ onClose }: { patientId: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Record Vital Signs">
      {null}
    </Dialog>
  );
}
