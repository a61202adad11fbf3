export const cacheDatabase = "klinika-kept";

/** Incremented when the cache is cleared: writes that started before must not finish after. */
let generation = 0;
export const cacheGeneration = (): number => generation;
const listeners = new Set<() => void>();
export const onCacheCleared = (listener: () => void): void => void listeners.add(listener);

/** Removes all cached answers of this browser. Also resolves without any, or without such storage. */
export function clearOfflineCache(): Promise<void> {
  generation += 1;
  for (const listener of listeners) listener();
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.deleteDatabase(cacheDatabase);
      asked.onsuccess = () => resolve();
      asked.onerror = () => resolve();
      asked.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
