import { newStore, useStore } from "../store.ts";
import { notify } from "../ui/overlays/notify.ts";

/** ms after which a save without an answer says so, and can be cancelled. */
const slowAfter = 8000;

/** What cancels each of the saves that take long. */
const slow = newStore<readonly (() => void)[]>([]);

/** Watches a save that was just sent. Returns what to call when it has ended. */
export function watchSave(cancel: () => void): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(() => {
    slow.set([...slow.get(), cancel]);
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
    if (slow.get().includes(cancel)) slow.set(slow.get().filter((other) => other !== cancel));
  };
}

const cancelAll = (): void => {
  for (const cancel of slow.get()) cancel();
};

/** Cancels a save that takes long; null while none does. */
export const useSlowSave = (): (() => void) | null => (useStore(slow).length > 0 ? cancelAll : null);
