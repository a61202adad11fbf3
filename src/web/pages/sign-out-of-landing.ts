import { whenRefused } from "#web/api.ts";
import { clearAllStorage } from "#web/storage-keys.ts";

/** The landing page has loaded nothing of a clinic; what the browser keeps of the sign-in goes. */
export function signOutOfLanding(): void {
  whenRefused(() => undefined);
  clearAllStorage();
  location.assign("/api/auth/logout");
}
