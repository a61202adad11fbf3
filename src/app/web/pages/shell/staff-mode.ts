import type { SignInAnswer } from "#features/accounts/web/sign-in-answer.ts";
import { homeOf } from "#web/home-of-role.ts";
import { clearOfflineCache } from "#web/offline/clear-cache.ts";
import { carryToast, clearActiveToken, noteStaffMode, storeSignIn } from "#web/storage-keys.ts";

/**
 * Both directions reload the page, so that nothing of the previous user stays in memory. `leave` goes to an
 * address.
 */
const load = (address: string) => location.assign(address);

/** After a staff account's right password on the owner's device. */
export function enterStaffMode({ token, user }: SignInAnswer, leave = load): void {
  const { email, role } = user;
  // Nothing of the owner's session stays in the browser; the server restores it.
  clearActiveToken();
  void clearOfflineCache();
  storeSignIn(email, token);
  noteStaffMode({ email, role });
  carryToast({ title: "Login Successful", description: `${user.firstName} ${user.lastName}`.trim() });
  leave(homeOf(role, true));
}

export function returnToOwner({ token, user }: SignInAnswer, leave = load): void {
  void clearOfflineCache();
  storeSignIn(user.email, token);
  noteStaffMode(null);
  carryToast({ title: "Back to Owner", description: `${user.firstName} ${user.lastName}`.trim() });
  leave(homeOf(user.role));
}
