import { type ReactNode, useRef, useState } from "react";
import { blanksOf } from "#shared/clinical/quick-text.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";

type Written = { label: string; text: string | null | undefined };
type Unfilled = { label: string; words: string[] };

/** Asks once before texts with unfilled blanks are saved. */
export function useUnfilledQuestion(): {
  /** True at once when no blank is left. */
  mayGoOn: (texts: readonly Written[]) => boolean | Promise<boolean>;
  /** Runs synchronously without a question: a window for printing can only be opened in the click handler. */
  whenFilled: (texts: readonly Written[], act: () => void) => void;
  question: ReactNode;
} {
  const [unfilled, setUnfilled] = useState<Unfilled[] | null>(null);
  const answer = useRef<((isYes: boolean) => void) | null>(null);
  const reply = (isYes: boolean) => {
    setUnfilled(null);
    answer.current?.(isYes);
    answer.current = null;
  };
  const mayGoOn = (texts: readonly Written[]) => {
    const left = texts.flatMap(({ label, text }) => {
      const words = blanksOf(text ?? "").map((blank) => blank.words);
      return words.length > 0 ? [{ label, words }] : [];
    });
    if (left.length === 0) return true;
    return new Promise<boolean>((resolve) => {
      answer.current?.(false);
      answer.current = resolve;
      setUnfilled(left);
    });
  };
  return {
    mayGoOn,
    whenFilled: (texts, act) => {
      const goesOn = mayGoOn(texts);
      if (goesOn === true) act();
      else void Promise.resolve(goesOn).then((isYes) => isYes && act());
    },
    question: (
      <ConfirmDialog
        open={unfilled !== null}
        onClose={() => reply(false)}
        onConfirm={() => reply(true)}
        title="Some blanks are not filled in"
        description="They are saved in braces, as they are."
        cancelLabel="Go back"
        confirmLabel="Save as it is"
      >
        <ul className="grid gap-1">
          {unfilled?.map(({ label, words }) => (
            <li key={label} className="wrap-anywhere">
              <span className="font-medium">{label}:</span> {words.join(" · ")}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    ),
  };
}
