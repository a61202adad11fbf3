import type { Ref } from "react";
import { useSlowSave } from "#web/data/slow-save.ts";
import { Button } from "../Button.tsx";
import type { ButtonVariant } from "../button-class.ts";

/** Cancels a form. While it is being sent the button is disabled, until the answer takes long: then it cancels that. */
export function CancelButton({
  onCancel,
  isSending,
  variant,
  label = "Cancel",
  autoFocus = false,
  className,
  ref,
}: {
  onCancel: () => void;
  isSending: boolean;
  variant?: ButtonVariant | undefined;
  label?: string;
  /** The dialog opens with the focus on it. */
  autoFocus?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}) {
  const cancelSave = useSlowSave();
  return (
    <Button
      ref={ref}
      variant={variant}
      className={className}
      onClick={(isSending && cancelSave) || onCancel}
      disabled={isSending && !cancelSave}
      {...(autoFocus && { "data-autofocus": "" })}
    >
      {label}
    </Button>
  );
}
