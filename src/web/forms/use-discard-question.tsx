import { useBlocker, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, use, useRef, useState } from "react";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { DialogAddress } from "../dialog-address.ts";
import type { PageSearch } from "../page-search.ts";

/** Asks before a changed form is closed by Esc, the cross, Cancel or the browser's Back. */
export function useDiscardQuestion(
  isDirty: boolean,
  description = "You have unsaved changes.",
  /** After confirming: the draft is removed too. */
  onDiscarded?: () => void,
): {
  /** For a Dialog's `mayClose`. */
  mayClose: () => boolean | Promise<boolean>;
  /** Asks, and closes after confirming. */
  closing: (onClose: () => void) => () => void;
  question: ReactNode;
} {
  const { ask, question } = useQuestion(description, onDiscarded);
  const goOn = useGoingOn();
  const ownAddress = use(DialogAddress);
  const mayClose = () => !isDirty || ask();
  // A form that closes itself ignores this.
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action, current, next }) => {
      if (action === "PUSH" || action === "REPLACE") return false;
      // The closing dialog is another one above this.
      if (ownAddress && ownAddress(current.search) === ownAddress(next.search)) return false;
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

/** Asks before a page with changes is left; render its result next to the form. */
export function useLeaveQuestion(isDirty: boolean, onDiscarded?: () => void): ReactNode {
  const { ask, question } = useQuestion("Your changes to this page have not been saved yet.", onDiscarded);
  const goOn = useGoingOn();
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: true,
    shouldBlockFn: ({ action, current, next }) => {
      // A dialog that opens over the page does not leave it.
      if (addressOf(current) === addressOf(next)) return false;
      void ask().then((isYes) => isYes && goOn(action, next));
      return true;
    },
  });
  return question;
}

type PageLocation = { pathname: string; search: PageSearch };
const addressOf = ({ pathname, search }: PageLocation) => `${pathname} ${search.section ?? ""}`;

/**
 * Repeats a blocked navigation. It is blocked immediately rather than while the question is open: the browser has
 * already gone back by then, and a second Back would leave the page under the question.
 */
function useGoingOn() {
  const { history } = useRouter();
  const navigate = useNavigate();
  return (action: string, { pathname, search }: PageLocation) => {
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
  /** Repeated calls share one question and its answer; only the first caller acts on it. */
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
