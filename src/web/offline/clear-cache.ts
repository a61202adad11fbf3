export const keptDatabase = "klinika-kept";

/** Rises when kept answers are wiped: what was being written before must not be written after. */
let generation = 0;
export const keptGeneration = (): number => generation;
const listeners = new Set<() => void>();
export const whenKeptForgotten = (listener: () => void): void => void listeners.add(listener);

/** Removes every kept answer of this browser. Resolves also where there is none, or no such storage. */
export function forgetKept(): Promise<void> {
  generation += 1;
  for (const listener of listeners) listener();
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.deleteDatabase(keptDatabase);
      asked.onsuccess = () => resolve();
      asked.onerror = () => resolve();
      asked.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
