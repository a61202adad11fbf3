import type { PatientListItem } from "#features/patients/contract.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { usePatientActions } from "./use-patient-actions.ts";

/** The confirmation of a deletion, which cannot be undone. */
export function DeletePatientDialog({
  patient,
  onClose,
  onDeleted,
}: {
  patient: Pick<PatientListItem, "id" | "patientName" | "admissionNo">;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}) {
  const { remove } = usePatientActions();
  return (
    <ConfirmDialog
      open
      danger
      title="Delete Patient"
      onClose={onClose}
      confirmLabel="Delete Patient"
      busyLabel="Deleting…"
      onConfirm={() =>
        remove(patient).then(
          () => {
            onClose();
            onDeleted?.();
          },
          // The toast has shown the error; the dialog stays open.
          () => undefined,
        )
      }
    >
      <p className="text-pretty">
        <b className="font-strong">{patient.patientName}</b> ({patient.admissionNo}) will be PERMANENTLY
        deleted. This action cannot be undone.
      </p>
      <p className="text-sm text-ink-2">
        The patient's consultations, prescriptions, bills and payments are removed too.
      </p>
    </ConfirmDialog>
  );
}
