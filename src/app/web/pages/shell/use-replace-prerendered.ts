import { useLayoutEffect } from "react";
import { prerenderedPageId } from "#web/prerendered-page.ts";

/**
 * Removes the prerendered page in the frame in which the real one is ready: the focus stays in its field, and
 * clicks that came too early (held back by public/first-paint.js) are repeated.
 */
export function useReplacePrerendered(isReady: boolean): void {
  useLayoutEffect(() => {
    if (!isReady) return;
    const drawn = document.getElementById(prerenderedPageId);
    const active = document.activeElement;
    const focused = drawn?.contains(active) ? active?.getAttribute("name") : null;
    drawn?.remove();
    document.getElementById("root")?.removeAttribute("hidden");
    if (focused) document.querySelector<HTMLElement>(`#root [name="${focused}"]`)?.focus();

    const { dataset } = document.documentElement;
    const [early, isSent] = [dataset.early, "pressed" in dataset];
    dataset.ready = "";
    delete dataset.early;
    delete dataset.pressed;
    if (early) document.querySelector<HTMLElement>(`#root [data-early="${early}"]`)?.click();
    if (isSent) document.querySelector<HTMLFormElement>("#root form")?.requestSubmit();
  }, [isReady]);
}
