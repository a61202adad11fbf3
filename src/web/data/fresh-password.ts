import { newStore, useStore } from "../store.ts";

/** Whether a call waits for the user's password. */
const isNeeded = newStore(false);
let question: Promise<boolean> | null = null;
let answer: (isConfirmed: boolean) => void = () => undefined;

/** Opens the dialog, or joins the one that is open. False: the user closed it. */
export function requestPassword(): Promise<boolean> {
  question ??= new Promise((resolve) => {
    answer = resolve;
    isNeeded.set(true);
  });
  return question;
}

export function answerPassword(isConfirmed: boolean): void {
  question = null;
  isNeeded.set(false);
  answer(isConfirmed);
}

export const usePasswordNeeded = (): boolean => useStore(isNeeded);
