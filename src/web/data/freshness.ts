import { useSyncExternalStore } from "react";
import { dateNow } from "../clock.ts";

/** Whether the server can be reached, when it last answered, and whether cached answers are shown. */
type Freshness = { isOffline: boolean; answeredAt: Date | null; hasCached: boolean };

let freshness: Freshness = { isOffline: false, answeredAt: null, hasCached: false };
const listeners = new Set<() => void>();

function set(next: Freshness): void {
  const isNews = next.isOffline !== freshness.isOffline || next.hasCached !== freshness.hasCached;
  freshness = next;
  if (isNews) for (const listener of listeners) listener();
}

export const noteAnswer = (now = dateNow()): void => set({ ...freshness, isOffline: false, answeredAt: now });
export const noteNoConnection = (): void => set({ ...freshness, isOffline: true });
/** The server can be reached again; the data shown is as old as before. */
export const noteNetwork = (): void => set({ ...freshness, isOffline: false });

/** Addresses whose cached response is shown, and when it was fetched (milliseconds). */
const cachedShown = new Map<string, number>();
export const cachedReadAt = (address: string): number | null => cachedShown.get(address) ?? null;

export function noteCached(address: string, readAt: number): void {
  cachedShown.set(address, readAt);
  set({ ...freshness, hasCached: true });
}

/** The server has responded at this address, or nothing of it is shown any more. Without an address: all of them. */
export function noteFresh(address?: string): void {
  if (address === undefined) cachedShown.clear();
  else if (!cachedShown.delete(address)) return;
  set({ ...freshness, hasCached: cachedShown.size > 0 });
}

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

/** Rerenders when the connection is lost or restored, not at each answer. */
export const useFreshness = (): Freshness => useSyncExternalStore(subscribe, current, current);
