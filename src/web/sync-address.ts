import type { RouterHistory } from "@tanstack/react-router";

/** Longer than a browser takes between two history steps. */
const settledMs = 100;

/**
 * A blocked step back is undone by a step forward. A second Back before that cancels it, and the URL would no longer
 * match the page. So once navigation has settled, the URL is restored to the router's location. Returns a function
 * that stops this.
 */
export function syncAddress(history: RouterHistory): () => void {
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
