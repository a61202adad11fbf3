import type { App } from "../kit.ts";

/**
 * A job that works off a queue, one task after another, and runs once at a time in each process. `workOne` returns false
 * when the queue is empty.
 */
export function oneAfterAnother(
  workOne: (app: App, closing: AbortSignal | undefined) => Promise<boolean>,
): (app: App, now: Date, closing?: AbortSignal) => Promise<void> {
  const busy = new WeakSet<App>();
  return async (app, _now, closing) => {
    if (busy.has(app)) return;
    busy.add(app);
    try {
      while (!closing?.aborted && (await workOne(app, closing)));
    } finally {
      busy.delete(app);
    }
  };
}
