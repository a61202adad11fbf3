/** Of what came last of all that the code calls: Chrome 110, Firefox 115, Safari 16. */
export const isTooOld = (): boolean => !("toSorted" in Array.prototype && "hasOwn" in Object);

/**
 * Says so in a browser that is older than README.md's, instead of showing nothing, or failing at the first press. It must
 * itself run there.
 */
export function sayIfOld(): void {
  if (!isTooOld()) return;
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  said.textContent =
    "Klinika needs a newer browser: Chrome or Edge 111, Firefox 128, Safari 16.4, or later. Update this one, or use another.";
  said.style.cssText =
    "margin:0;padding:16px;background:#fff4d6;color:#1f1b16;font:16px/1.5 system-ui,sans-serif;border-bottom:1px solid #b98b1e";
  document.body.prepend(said);
}
