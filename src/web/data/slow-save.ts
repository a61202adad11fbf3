import { useSyncExternalStore } from "react";
import { notify } from "../ui/overlays/notify.ts";

/** ms after which a save without an answer says so, and can be cancelled. */
const slowAfter = 8000;

/** What cancels each of the saves that take long. */
let slow: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

function set(next: typeof slow): void {
  slow = next;
  for (const listener of listeners) listener();
}

/** Watches a save that was just sent. Returns what to call when it has ended. */
export function watchSave(cancel: () => void): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(() => {
    set([...slow, cancel]);
    notify({
      kind: "info",
      title: "Still saving…",
      description: "The connection is slow or lost. If you cancel, what you typed stays.",
      undo: cancel,
      undoLabel: "Cancel",
      until: ended,
    });
  }, slowAfter);
  return () => {
    clearTimeout(timer);
    end();
    if (slow.includes(cancel)) set(slow.filter((other) => other !== cancel));
  };
}

const cancelAll = (): void => {
  for (const cancel of slow) cancel();
};
const current = () => (slow.length > 0 ? cancelAll : null);
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Cancels a save that takes long; null while none does. */
export const useSlowSave = (): (() => void) | null => useSyncExternalStore(subscribe, current, current);
