/** Servers to stop when the command is interrupted, the last started first: a database would outlive it. */
const running = new Set<() => Promise<unknown>>();

/** Returns a function that unregisters it again, for when it was stopped normally. */
export function stopWhenInterrupted(stop: () => Promise<unknown>): () => void {
  if (running.size === 0)
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.removeListener(signal, stopAll).once(signal, stopAll);
  running.add(stop);
  return () => running.delete(stop);
}

async function stopAll(): Promise<void> {
  // Running work fails once its server is gone; the cleanup must continue.
  process.on("uncaughtException", () => undefined);
  for (const stop of [...running].reverse()) await stop().catch(() => undefined);
  process.exit(130);
}
