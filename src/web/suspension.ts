import type { SuspendedClinic } from "#shared/errors.ts";
import { setSessionState } from "./data/session-state.ts";
import { clearSuspension, storeSuspension, takeSuspension } from "./storage-keys.ts";

/** Stored data may be of an older version or incomplete; missing parts mean a plain restriction. */
export function readSuspension(stored: unknown): SuspendedClinic {
  const clinic = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<SuspendedClinic>;
  return {
    name: typeof clinic.name === "string" ? clinic.name : "",
    subscriptionStatus: typeof clinic.subscriptionStatus === "string" ? clinic.subscriptionStatus : "",
    isActive: clinic.isActive !== false,
  };
}

/** Shows the modal, and stores its content for the next page load. */
export function suspend(clinic: SuspendedClinic): void {
  storeSuspension(clinic);
  setSessionState({ suspension: clinic });
}

/** Stored suspension info is read once and removed; it marks the user suspended. Returns whether there was any. */
export function showStoredSuspension(): boolean {
  const stored = takeSuspension();
  if (stored) setSessionState({ suspension: readSuspension(stored) });
  return stored !== null;
}

export function endSuspension(): void {
  clearSuspension();
  setSessionState({ suspension: null });
}
