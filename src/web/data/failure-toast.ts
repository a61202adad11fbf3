import { notify } from "../ui/overlays/notify.ts";
import { isApiError } from "./api-error.ts";

/** The title of a failure toast, "Error" unless given, and the text where the server sent none. */
export type FailureWords = string | { title: string; fallback: string };

/** The toast of a failure. Apart from calls.ts, which public pages do not load. */
export function notifyFailure(error: unknown, words: FailureWords): void {
  const { title, fallback } = typeof words === "string" ? { title: "Error", fallback: words } : words;
  notify({ kind: "error", title, description: isApiError(error) ? error.shown(fallback) : fallback });
}
