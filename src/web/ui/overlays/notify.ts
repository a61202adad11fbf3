export type ToastKind = "success" | "error" | "info" | "warning";

export interface Notice {
  title: string;
  description?: string | undefined;
  kind?: ToastKind | undefined;
  /** Offers Undo. Once pressed, `onEnd` is not called. */
  undo?: (() => void) | undefined;
  /** Another word than Undo. */
  undoLabel?: string | undefined;
  /** Stays until then instead of for some time. */
  until?: Promise<unknown> | undefined;
  /** Called when the toast ended without Undo: by time, by its close button, or for a newer one. */
  onEnd?: (() => void) | undefined;
  /** ms; 5,000 by the specification. Paused while hovered or focused. */
  duration?: number | undefined;
}

/** Toasts from before the toaster was mounted. */
let waiting: Notice[] = [];
let show: ((notice: Notice) => void) | null = null;
const listeners = new Set<() => void>();

/**
 * Shows a toast. One is visible at a time: a newer one replaces the older one. One that stays for longer than most, so that
 * it is read, comes back after the newer one for the rest of its time.
 */
export function notify(notice: Notice): void {
  if (show) {
    show(notice);
    return;
  }
  waiting.push(notice);
  for (const listener of listeners) listener();
}

/** Calls back when a toast waits for the toaster; returns the unsubscribe function. */
export function onToast(listener: () => void): () => void {
  if (waiting.length > 0) listener();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers the toaster, and passes it waiting toasts; returns a function that unregisters it. */
export function setToaster(draw: (notice: Notice) => void): () => void {
  show = draw;
  for (const notice of waiting) draw(notice);
  waiting = [];
  return () => {
    show = null;
  };
}

/** Drops waiting toasts, since their user has left. */
export function dropToasts(): void {
  waiting = [];
}
