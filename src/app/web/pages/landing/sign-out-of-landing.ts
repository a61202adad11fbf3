import { whenRefused } from "#web/data/api.ts";
import { clearOfflineCache } from "#web/offline/clear-cache.ts";
import { clearAllStorage } from "#web/storage-keys.ts";

/** The landing page has loaded no clinic data; removes what the browser stores of an earlier sign-in. */
export function signOutOfLanding(): void {
  whenRefused(() => undefined);
  clearAllStorage();
  void clearOfflineCache();
  location.assign("/api/auth/logout");
}
