export const draftsDatabase = "klinika-drafts";

/** Incremented when drafts are cleared: writes that started before must not finish after. */
let generation = 0;
export const draftGeneration = (): number => generation;
const listeners = new Set<() => void>();
export const whenDraftsForgotten = (listener: () => void): void => void listeners.add(listener);

/** Removes every draft of this browser. Also resolves without any, or without such storage. */
export function clearDrafts(): Promise<void> {
  generation += 1;
  for (const listener of listeners) listener();
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.deleteDatabase(draftsDatabase);
      asked.onsuccess = () => resolve();
      asked.onerror = () => resolve();
      asked.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
