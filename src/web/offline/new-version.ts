import { useSyncExternalStore } from "react";

let isThere = false;
const listeners = new Set<() => void>();

export function noteNewVersion(): void {
  isThere = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has a newer version of the application than this page. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isThere);
