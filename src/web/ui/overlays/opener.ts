import { recoverFocus } from "../hold-focus.ts";

// The focus returns to what opened a dialog. That element may be gone (an archived row, a button that did its work, a
// dialog that was replaced by this one), so each layer also remembers the dialog around it and that one's opener.

const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

/** The focused element, followed by the dialog around it, the opener of that dialog, and so on. */
export function rememberOpeners(): readonly HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return [];
  const around = active.closest("[role=dialog], [role=alertdialog]");
  if (!(around instanceof HTMLElement)) return [active];
  return [active, around, ...(openersOf.get(around) ?? [])];
}

/** Links a dialog's element to its opener. */
export function tieOpeners(dialog: Element, openers: readonly HTMLElement[]): void {
  openersOf.set(dialog, openers);
}

/**
 * Focuses the opener, its replacement, or the nearest one that is still on the page, unless another dialog has taken
 * the focus over.
 */
export function returnFocus(openers: readonly HTMLElement[]): void {
  const around = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
  if (around && !openers.some((element) => element !== around && around.contains(element))) return;
  const target = openers.find((element) => element.isConnected && !element.matches(":disabled"));
  if (target && target === openers[0]) target.focus();
  else if (!recoverFocus()) target?.focus();
}
