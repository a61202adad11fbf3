import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

/** Asks before a form with something typed in it is closed by Esc, the cross, Cancel or the browser's Back. */
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
  // A form that closes itself goes back past this.
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ action }) => action === "BACK" && !(await mayClose()),
  });
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
