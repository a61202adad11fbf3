export type ToastKind = "success" | "error" | "info" | "warning";

export interface Notice {
  title: string;
  description?: string | undefined;
  kind?: ToastKind | undefined;
  /** Offers Undo. Once pressed, `onEnd` is not called. */
  undo?: (() => void) | undefined;
  /** Called when the toast went without Undo: by time, by its cross, or for a newer one. */
  onEnd?: (() => void) | undefined;
  /** ms; 5,000 by the specification. It stands still under the pointer and the focus. */
  duration?: number | undefined;
}

const listeners = new Set<() => void>();
let hasTold = false;

/** Calls back with the next toast, at once where one was shown before; what it returns ends that. */
export function whenTold(listener: () => void): () => void {
  if (hasTold) listener();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a toast. One is visible at a time: a newer one takes the older one's place. */
export function notify(notice: Notice): void {
  hasTold = true;
  for (const listener of listeners) listener();
  void import("./ToastStack.tsx").then(({ showToast }) => showToast(notice));
}
