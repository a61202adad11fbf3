import { isApiError } from "#web/api-error.ts";
import { notify } from "#web/ui/notify.ts";

const unexpected = "An unexpected error occurred. Please try again.";

/** The toast of a failed sign-in or sign-up. A suspended clinic gets the modal instead. */
export function tellFailure(error: unknown, { title, fallback }: { title: string; fallback: string }): void {
  const isKnown = isApiError(error);
  if (isKnown && error.body.suspended) return;
  if (isKnown && error.status < 500) notify({ kind: "error", title, description: error.shown(fallback) });
  else
    notify({
      kind: "error",
      title: "Login Error",
      description: isKnown ? error.shown(unexpected) : unexpected,
    });
}
