import { useLayoutEffect } from "react";
import { drawnPageId } from "#web/drawn-page.ts";

/** Takes away the page as it was drawn at build time, in the frame in which the real one stands ready. */
export function useTakeOver(isReady: boolean): void {
  useLayoutEffect(() => {
    const drawn = document.getElementById(drawnPageId);
    if (!isReady || !drawn) return;
    const active = document.activeElement;
    const focused = drawn.contains(active) ? active?.getAttribute("name") : null;
    drawn.remove();
    document.getElementById("root")?.removeAttribute("hidden");
    if (focused) document.querySelector<HTMLElement>(`#root [name="${focused}"]`)?.focus();
  }, [isReady]);
}
