import type { App } from "../kit.ts";

/**
 * Work of a job that does what waits, one after another, until none is left, once at a time in each process. `workOne`
 * answers false when nothing waits.
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
