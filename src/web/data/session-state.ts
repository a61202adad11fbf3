import type { SuspendedClinic } from "#shared/errors.ts";
import { newStore, useStore } from "../store.ts";

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
  /** The ways to leave staff mode, while the owner is to confirm. */
  ownerMethods: readonly string[] | null;
  /** Whose session rests beside it. */
  desk: "owner" | "doctor";
};

const state = newStore<SessionState>({
  suspension: null,
  endedFor: null,
  otherUser: null,
  staffModeEnded: false,
  ownerMethods: null,
  desk: "owner",
});

export const sessionState = state.get;

export const setSessionState = (change: Partial<SessionState>): void =>
  state.set({ ...state.get(), ...change });

export const useSessionState = (): SessionState => useStore(state);
