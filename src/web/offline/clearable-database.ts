/**
 * A database of this browser that is removed as a whole, at the latest when its user signs out. The sign-in pages remove
 * it too, so this does not load what opens one (open-database.ts).
 */
export function clearableDatabase(name: string) {
  let generation = 0;
  const listeners = new Set<() => void>();
  return {
    name,
    /** Incremented when it is cleared: writes that started before must not finish after. */
    generation: () => generation,
    whenCleared: (listener: () => void): void => void listeners.add(listener),
    /** Also resolves without a database, or without such storage. */
    clear: (): Promise<void> => {
      generation += 1;
      for (const listener of listeners) listener();
      return new Promise((resolve) => {
        try {
          const request = indexedDB.deleteDatabase(name);
          for (const event of ["success", "error", "blocked"])
            request.addEventListener(event, () => resolve());
        } catch {
          resolve();
        }
      });
    },
  };
}

export type ClearableDatabase = ReturnType<typeof clearableDatabase>;
