import { useBlocker, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, use, useRef, useState } from "react";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { DialogPlace } from "../dialog-place.ts";
import type { PageSearch } from "../page-search.ts";

/** Asks before a form with something typed in it is closed by Esc, the cross, Cancel or the browser's Back. */
export function useDiscardQuestion(
  isDirty: boolean,
  description = "You have unsaved changes.",
  /** The answer was yes: the draft goes too. */
  onDiscarded?: () => void,
): {
  /** For a Dialog's `mayClose`. */
  mayClose: () => boolean | Promise<boolean>;
  /** Asks, and closes if the answer is yes. */
  closing: (onClose: () => void) => () => void;
  question: ReactNode;
} {
  const { ask, question } = useQuestion(description, onDiscarded);
  const goOn = useGoingOn();
  const place = use(DialogPlace);
  const mayClose = () => !isDirty || ask();
  // A form that closes itself goes back past this.
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action, current, next }) => {
      if (action === "PUSH" || action === "REPLACE") return false;
      // What closes is a dialog that lies over this one.
      if (place && place(current.search) === place(next.search)) return false;
      void ask().then((isYes) => isYes && goOn(action, next));
      return true;
    },
  });
  return {
    mayClose,
    closing: (onClose) => () => void Promise.resolve(mayClose()).then((isYes) => isYes && onClose()),
    question,
  };
}

/** Asks before a page with something typed in it is left; put what it gives beside the form. */
export function useLeaveQuestion(isDirty: boolean, onDiscarded?: () => void): ReactNode {
  const { ask, question } = useQuestion("Your changes to this page have not been saved yet.", onDiscarded);
  const goOn = useGoingOn();
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: true,
    shouldBlockFn: ({ action, current, next }) => {
      // A dialog that opens over the page leaves it where it is.
      if (placeOf(current) === placeOf(next)) return false;
      void ask().then((isYes) => isYes && goOn(action, next));
      return true;
    },
  });
  return question;
}

type Place = { pathname: string; search: PageSearch };
const placeOf = ({ pathname, search }: Place) => `${pathname} ${search.section ?? ""}`;

/**
 * Does again what was held up. Held up at once and not while the question waits for its answer: the browser has
 * already gone back when it asks, and a second press of Back would leave the page under the question.
 */
function useGoingOn() {
  const { history } = useRouter();
  const navigate = useNavigate();
  return (action: string, { pathname, search }: Place) => {
    if (action === "FORWARD") history.forward({ ignoreBlocker: true });
    else if (action === "PUSH" || action === "REPLACE")
      void navigate({
        to: pathname,
        search,
        replace: action === "REPLACE",
        ignoreBlocker: true,
      });
    else history.back({ ignoreBlocker: true });
  };
}

function useQuestion(
  description: string,
  onYes?: () => void,
): { ask: () => Promise<boolean>; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<((isYes: boolean) => void) | null>(null);
  /** However often it is asked, one question stands and one answer counts; only the first asker acts on it. */
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (answer.current) return;
      answer.current = resolve;
      setAsking(true);
    });
  const reply = (isYes: boolean) => {
    setAsking(false);
    const { current } = answer;
    answer.current = null;
    if (isYes) onYes?.();
    current?.(isYes);
  };
  return {
    ask,
    question: (
      <ConfirmDialog
        open={isAsking}
        onClose={() => reply(false)}
        onConfirm={() => reply(true)}
        title="Discard your changes?"
        description={description}
        cancelLabel="Keep typing"
        confirmLabel="Discard"
        danger
      />
    ),
  };
}
