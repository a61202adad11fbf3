import { type ReactNode, useState } from "react";
import { Button } from "../Button.tsx";
import { CancelButton } from "../inputs/CancelButton.tsx";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** May be a promise: the button stays busy and the dialog open until it ends. */
  onConfirm: () => unknown;
  /** The specification's words. */
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  /** A word to type before it can be confirmed, with the label of its field. */
  disabled?: boolean | undefined;
  children?: ReactNode;
}

/** A confirmation of an action that cannot be undone. The focus starts on Cancel, or on a field inside. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = "Cancel",
  danger,
  disabled,
  children,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      compact
      role="alertdialog"
      mayClose={() => !busy}
      closeOutside={false}
      foot={
        <>
          <CancelButton onCancel={onClose} isSending={busy} label={cancelLabel} autoFocus />
          <Button
            variant={danger ? "dangerSolid" : "primary"}
            onClick={() => void confirm()}
            busy={busy}
            busyLabel={busyLabel}
            disabled={disabled}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {description !== undefined && <p className="text-pretty">{description}</p>}
        {children}
      </div>
    </Dialog>
  );
}
