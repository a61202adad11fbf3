/** What must be stopped when the command is interrupted, the last begun first: a database would outlive it. */
const open = new Set<() => Promise<unknown>>();
let isListening = false;

/** Answers what forgets it again, once it is stopped in the ordinary way. */
export function stopWhenInterrupted(stop: () => Promise<unknown>): () => void {
  if (!isListening) listen();
  open.add(stop);
  return () => open.delete(stop);
}

function listen(): void {
  isListening = true;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, async () => {
      // What is under way fails now that its ground is taken away; that must not end the clearing up.
      process.on("uncaughtException", () => undefined);
      for (const stop of [...open].reverse()) await stop().catch(() => undefined);
      process.exit(130);
    });
}
