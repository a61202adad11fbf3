import { useSyncExternalStore } from "react";

/** Whether the server can be reached, and when it last answered. */
type Freshness = { isOffline: boolean; answeredAt: Date | null };

let freshness: Freshness = { isOffline: false, answeredAt: null };
const listeners = new Set<() => void>();

function set(next: Freshness): void {
  const isNews = next.isOffline !== freshness.isOffline;
  freshness = next;
  if (isNews) for (const listener of listeners) listener();
}

export const noteAnswer = (now = new Date()): void => set({ isOffline: false, answeredAt: now });
export const noteNoConnection = (): void => set({ ...freshness, isOffline: true });
/** The server can be reached again; what is shown is as old as it was. */
export const noteNetwork = (): void => set({ ...freshness, isOffline: false });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("offline", noteNoConnection);
  window.addEventListener("online", noteNetwork);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("offline", noteNoConnection);
    window.removeEventListener("online", noteNetwork);
  };
}

const current = () => freshness;

/** Draws anew when the connection goes or comes back, not at each answer. */
export const useFreshness = (): Freshness => useSyncExternalStore(subscribe, current, current);
