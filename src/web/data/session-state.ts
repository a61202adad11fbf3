import { useSyncExternalStore } from "react";
import type { SuspendedClinic } from "#shared/errors.ts";

/** State of the session besides the current user. */
type SessionState = {
  /** The suspended clinic; the modal over everything shows it. */
  suspension: SuspendedClinic | null;
  /** E-mail of the user whose session ended during work: typed text stays, covered, until the next sign-in. */
  endedFor: string | null;
  /** E-mail of another user who signed in from another tab. */
  otherUser: string | null;
  /** The staff account of staff mode was deactivated; the owner's session is inactive meanwhile. */
  staffModeEnded: boolean;
  /** Leaving staff mode waits for the owner's password. */
  /** The ways to leave staff mode, while the owner is to confirm. */
  ownerMethods: readonly string[] | null;
};

let state: SessionState = {
  suspension: null,
  endedFor: null,
  otherUser: null,
  staffModeEnded: false,
  ownerMethods: null,
};
const listeners = new Set<() => void>();

export const sessionState = (): SessionState => state;

export function setSessionState(change: Partial<SessionState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSessionState = (): SessionState =>
  useSyncExternalStore(subscribe, sessionState, sessionState);
