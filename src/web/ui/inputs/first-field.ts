const fields =
  "input:not([type=hidden]):not([tabindex='-1']), select, textarea, [role=combobox], [contenteditable=true]";
const focusables = `${fields}, button, a[href], [tabindex]:not([tabindex='-1'])`;

const usable = (element: Element) =>
  !element.matches(":disabled") && element.closest("[inert], [hidden]") === null;

/**
 * Where typing should begin: the element with `data-autofocus` in the body, its first field, one with
 * `data-autofocus` elsewhere in the dialog (Cancel of a confirmation), the body's first control.
 */
export function firstField(dialog: Element, body: Element): HTMLElement | undefined {
  const marked = "[data-autofocus]";
  for (const [root, selector] of [
    [body, marked],
    [body, fields],
    [dialog, marked],
    [body, focusables],
  ] as const) {
    const found = [...root.querySelectorAll<HTMLElement>(selector)].find(usable);
    if (found) return found;
  }
  return undefined;
}

/**
 * A field scrolls into view. A button does not, so that what is above it stays visible; nor does a field of a dialog
 * that scrolls with its head, for the allergies are read first.
 */
function focus(element: HTMLElement, dialog: HTMLElement): void {
  const scrollsHead = getComputedStyle(dialog).overflowY === "auto";
  element.focus({ preventScroll: scrollsHead || element.matches("button, a") });
}

/** Focuses the first field; while the body is loading, as soon as it is there. Returns a function that stops it. */
export function focusFirstField(dialog: HTMLElement, body: HTMLElement): () => void {
  // A field with autoFocus has already taken the focus.
  if (body.contains(document.activeElement) && document.activeElement !== body) return () => {};
  const first = firstField(dialog, body);
  if (first) {
    focus(first, dialog);
    return () => {};
  }
  dialog.focus();
  const watcher = new MutationObserver(() => {
    // The user has moved on meanwhile: leave the focus there.
    if (document.activeElement !== dialog) return watcher.disconnect();
    const late = firstField(dialog, body);
    if (!late) return;
    focus(late, dialog);
    watcher.disconnect();
  });
  watcher.observe(body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
