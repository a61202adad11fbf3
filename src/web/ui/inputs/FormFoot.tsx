import { Button } from "../Button.tsx";

/** The foot of a dialog that is a form: Cancel, and the button that sends it. */
export function FormFoot({
  onCancel,
  isSending,
  busyLabel = "Saving…",
  isWaiting = false,
  disabled,
  save,
}: {
  onCancel: () => void;
  /** What was sent cannot be called back: Cancel waits too. */
  isSending: boolean;
  busyLabel?: string;
  /** Save was pressed while files are on their way. */
  isWaiting?: boolean;
  disabled?: boolean;
  /** The button's words. */
  save: string;
}) {
  return (
    <>
      <Button onClick={onCancel} disabled={isSending}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant="primary"
        busy={isSending || isWaiting}
        busyLabel={isWaiting ? "Sending files…" : busyLabel}
        disabled={disabled}
      >
        {save}
      </Button>
    </>
  );
}
