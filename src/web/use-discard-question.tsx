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
  const { ask, question } = useQuestion(description);
  const mayClose = () => !isDirty || ask();
  // A form that closes itself goes back past this.
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ action }) => action === "BACK" && !(await mayClose()),
  });
  return {
    mayClose,
    closing: (onClose) => () => void Promise.resolve(mayClose()).then((isYes) => isYes && onClose()),
    question,
  };
}

/** Asks before a page with something typed in it is left; put what it gives beside the form. */
export function useLeaveQuestion(isDirty: boolean): ReactNode {
  const { ask, question } = useQuestion("Your changes to this page have not been saved yet.");
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: true,
    // A dialog that opens over the page leaves it where it is.
    shouldBlockFn: async ({ current, next }) => placeOf(current) !== placeOf(next) && !(await ask()),
  });
  return question;
}

const placeOf = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${(search as { section?: string }).section ?? ""}`;

function useQuestion(description: string): { ask: () => Promise<boolean>; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isYes: boolean) => void>(() => undefined);
  const ask = () => {
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
    ask,
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
