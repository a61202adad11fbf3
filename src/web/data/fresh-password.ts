import { useSyncExternalStore } from "react";

/** Whether a call waits for the user's password, and whether a background refetch was refused without it. */
type FreshPassword = { isAsked: boolean; isMissing: boolean };

let state: FreshPassword = { isAsked: false, isMissing: false };
let question: Promise<boolean> | null = null;
let answer: (isConfirmed: boolean) => void = () => undefined;
const listeners = new Set<() => void>();

function set(next: FreshPassword): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog, or joins the one that is open. False: the user closed it. */
export function requestPassword(): Promise<boolean> {
  question ??= new Promise((resolve) => {
    answer = resolve;
    set({ ...state, isAsked: true });
  });
  return question;
}

export function answerPassword(isConfirmed: boolean): void {
  question = null;
  set({ isAsked: false, isMissing: state.isMissing && !isConfirmed });
  answer(isConfirmed);
}

/** A poll was refused. It does not open the dialog; the page shows a button that does. */
export function notePasswordMissing(): void {
  if (!state.isMissing) set({ ...state, isMissing: true });
}

export const passwordState = (): FreshPassword => state;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useFreshPassword = (): FreshPassword =>
  useSyncExternalStore(subscribe, passwordState, passwordState);
