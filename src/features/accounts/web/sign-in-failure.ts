import { isApiError } from "#web/data/api-error.ts";
import { notify } from "#web/ui/overlays/notify.ts";

type Words = { title: string; fallback: string };

const unexpected: Words = {
  title: "Login Error",
  fallback: "An unexpected error occurred. Please try again.",
};

/** The toast of a failed sign-in. A defect and a lost connection get a text that does not blame what was typed. */
export function showSignInFailure(error: unknown, words: Words): void {
  const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
  showPublicFailure(error, isRefused ? words : unexpected);
}

/** The toast of a form's failure, unless its fields say what is wrong. */
export function showFormFailure(error: unknown, words: Words): void {
  if (!isApiError(error) || Object.keys(error.fields).length === 0) showPublicFailure(error, words);
}

/** The toast of a failure on public pages, where no session ends. A suspended clinic gets the modal instead. */
export function showPublicFailure(error: unknown, { title, fallback }: Words): void {
  if (isApiError(error) && error.body.suspended) return;
  notify({ kind: "error", title, description: isApiError(error) ? error.shown(fallback) : fallback });
}
