import { useSyncExternalStore } from "react";

/** Whether a call waits for the user's password. */
let isNeeded = false;
let question: Promise<boolean> | null = null;
let answer: (isConfirmed: boolean) => void = () => undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isNeeded = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog, or joins the one that is open. False: the user closed it. */
export function requestPassword(): Promise<boolean> {
  question ??= new Promise((resolve) => {
    answer = resolve;
    set(true);
  });
  return question;
}

export function answerPassword(isConfirmed: boolean): void {
  question = null;
  set(false);
  answer(isConfirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePasswordNeeded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => isNeeded,
  );
