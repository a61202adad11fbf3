import { Button } from "../Button.tsx";
import { CancelButton } from "./CancelButton.tsx";

/** The footer of a form dialog: Cancel, and the submit button. */
export function FormFoot({
  onCancel,
  isSending,
  busyLabel = "Saving…",
  isWaiting = false,
  disabled,
  isPrimary = true,
  save,
}: {
  onCancel: () => void;
  /** A sent request cannot be undone: Cancel is disabled too, unless the answer takes long. */
  isSending: boolean;
  busyLabel?: string | undefined;
  /** Save was pressed while files are uploading. */
  isWaiting?: boolean | undefined;
  disabled?: boolean | undefined;
  /** False while another button is the one to press. */
  isPrimary?: boolean;
  /** The button's label. */
  save: string;
}) {
  return (
    <>
      <CancelButton onCancel={onCancel} isSending={isSending} />
      <Button
        type="submit"
        variant={isPrimary ? "primary" : "secondary"}
        busy={isSending || isWaiting}
        busyLabel={isWaiting ? "Sending files…" : busyLabel}
        disabled={disabled}
      >
        {save}
      </Button>
    </>
  );
}
