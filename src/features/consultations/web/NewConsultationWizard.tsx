import { Dialog } from "#web/ui/Dialog.tsx";

export function NewConsultationWizard({ onClose }: { patientId: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="New Consultation">
      {null}
    </Dialog>
  );
}
