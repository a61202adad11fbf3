import { useEffect, useRef, useState } from "react";
import { isApiError } from "#web/data/api-error.ts";
import { PasskeyProblem } from "./passkey.ts";
import { showSignInFailure } from "./sign-in-failure.ts";

/** For a form that confirms the user's identity, in one of several ways at a time: the first, until another is chosen. */
export function useWaysToConfirm<Way extends string>(ways: readonly Way[], fallback: Way) {
  const [way, setWay] = useState<Way>(ways[0] ?? fallback);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way has a control of its own
  useEffect(() => (input.current ?? button.current)?.focus(), [way]);
  return {
    way,
    others: ways.filter((other) => other !== way),
    choose(other: Way) {
      setProblem(undefined);
      setWay(other);
    },
    /** The control that is focused: the way's input, or the button where nothing is typed. */
    input,
    button,
    /** Why the passkey failed. */
    problem,
    /** Shows why `send` failed, and throws for the form what it shows at its fields. */
    async confirm(send: () => Promise<void>, failed: { title: string; fallback: string }): Promise<void> {
      setProblem(undefined);
      try {
        await send();
      } catch (error) {
        if (error instanceof PasskeyProblem) return setProblem(error.message);
        if (isApiError(error) && error.fields.passkey) setProblem(error.fields.passkey);
        else if (!isApiError(error) || Object.keys(error.fields).length === 0)
          showSignInFailure(error, failed);
        // The next code is typed over the selected one.
        input.current?.select();
        throw error;
      }
    },
  };
}
