import { whenRefused } from "#web/data/api.ts";
import { forgetKept } from "#web/offline/clear-cache.ts";
import { clearAllStorage } from "#web/storage-keys.ts";

/** The landing page has loaded nothing of a clinic; what the browser keeps of an earlier sign-in goes. */
export function signOutOfLanding(): void {
  whenRefused(() => undefined);
  clearAllStorage();
  void forgetKept();
  location.assign("/api/auth/logout");
}
