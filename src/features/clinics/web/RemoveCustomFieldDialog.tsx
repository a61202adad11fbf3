import { type CustomField, removeCustomField } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";

/** The confirmation before a field is removed from the forms. */
export function RemoveCustomFieldDialog({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const remove = useEndpointMutation(removeCustomField, {
    done: ({ message }) => message,
    failed: "Failed to remove the custom field",
  });
  return (
    <ConfirmDialog
      open
      danger
      title="Remove Custom Field"
      onClose={onClose}
      confirmLabel="Remove Field"
      busyLabel="Removing…"
      onConfirm={() =>
        remove.mutateAsync({ params: { id: String(field.id) } }).then(onClose, () => undefined)
      }
    >
      <p className="text-pretty">
        <b className="font-strong wrap-anywhere">{field.fieldName}</b> will be removed from every patient
        form.
      </p>
      <p className="text-sm text-ink-2">
        Existing values stay in patient details. A field without values is deleted.
      </p>
    </ConfirmDialog>
  );
}
