import { type CustomField, removeCustomField } from "#features/clinics/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

/** The question before a field leaves the forms. */
export function RemoveCustomFieldDialog({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const remove = useEndpointMutation(removeCustomField, {
    done: ({ message }) => message,
    failed: { title: "Error", fallback: "Failed to remove the custom field" },
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
        <b className="font-strong wrap-anywhere">{field.fieldName}</b> leaves every patient form.
      </p>
      <p className="text-sm text-ink-2">
        Values that patients have are kept and stay in their details. A field nobody has a value of is
        deleted.
      </p>
    </ConfirmDialog>
  );
}
