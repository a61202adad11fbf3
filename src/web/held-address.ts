import type { RouterHistory } from "@tanstack/react-router";

/** Longer than the browser takes from one step through its history to the next. */
const settledMs = 100;

/**
 * A step back that a form held up is undone by a step forward. Who presses Back again before that one has come cancels
 * it, and the address would stay behind what is shown. So once the steps have come to rest the address is brought
 * back to where the router stands. Returns what ends this.
 */
export function holdAddress(history: RouterHistory): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bringBack = () => {
    const at: unknown = window.history.state?.__TSR_index;
    const away = typeof at === "number" ? history.location.state.__TSR_index - at : 0;
    if (away !== 0) window.history.go(away);
  };
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(bringBack, settledMs);
  };
  window.addEventListener("popstate", settle);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("popstate", settle);
  };
}
