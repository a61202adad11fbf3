export const draftsDatabase = "klinika-drafts";

/** Rises when drafts are wiped: what was being written before must not be written after. */
let generation = 0;
export const draftGeneration = (): number => generation;
const listeners = new Set<() => void>();
export const whenDraftsForgotten = (listener: () => void): void => void listeners.add(listener);

/** Removes every draft of this browser. Resolves also where there is nothing, or no such storage. */
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
