import { type ReactNode, useRef, useState } from "react";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

/** Asks before a form with something typed in it is closed by Esc, the cross or Cancel. */
export function useDiscardQuestion(
  isDirty: boolean,
  description = "Nothing of this form has been saved yet.",
): {
  /** For a Dialog's `mayClose`. */
  mayClose: () => boolean | Promise<boolean>;
  /** Asks, and closes if the answer is yes. */
  closing: (onClose: () => void) => () => void;
  question: ReactNode;
} {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(mayClose: boolean) => void>(() => undefined);
  const mayClose = () => {
    if (!isDirty) return true;
    setAsking(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const reply = (isYes: boolean) => {
    setAsking(false);
    answer.current(isYes);
  };
  return {
    mayClose,
    closing: (onClose) => () => void Promise.resolve(mayClose()).then((isYes) => isYes && onClose()),
    question: (
      <ConfirmDialog
        open={isAsking}
        onClose={() => reply(false)}
        onConfirm={() => reply(true)}
        title="Discard what you typed?"
        description={description}
        cancelLabel="Keep typing"
        confirmLabel="Discard"
        danger
      />
    ),
  };
}
