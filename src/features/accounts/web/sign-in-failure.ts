import { isApiError } from "#web/data/api-error.ts";
import { type FailureWords, notifyFailure } from "#web/data/failure-toast.ts";

const unexpected: FailureWords = {
  title: "Login Error",
  fallback: "An unexpected error occurred. Please try again.",
};

/** The toast of a failed sign-in. A defect and a lost connection get a text that does not blame what was typed. */
export function showSignInFailure(error: unknown, words: FailureWords): void {
  const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
  showPublicFailure(error, isRefused ? words : unexpected);
}

/** The toast of a failure on public pages, where no session ends. A suspended clinic gets the modal instead. */
export function showPublicFailure(error: unknown, words: FailureWords): void {
  if (isApiError(error) && error.body.suspended) return;
  notifyFailure(error, words);
}
