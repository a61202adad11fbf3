import type { KeyboardEvent } from "react";
import { isPressed } from "../shortcuts.ts";

/** A patient's name in the cards and the archive, or a row of a table. */
const results = "[data-patient-name], tr[data-row]";

const pageOf = (element: Element): Element => element.closest("main") ?? document.body;

const inSight = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(results)].filter(
    // Without rows that are only rendered for printing.
    (result) => result.checkVisibility?.() ?? true,
  );

/** Focuses the first patient of the page. False when there is none. */
export function toFirstResult(page: Element): boolean {
  const [first] = inSight(page);
  first?.focus();
  return first !== undefined;
}

/** Arrow down in the search box focuses the first result, skipping what is in between. */
export function fromSearch(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (toFirstResult(pageOf(event.currentTarget))) event.preventDefault();
}

/** Down, up, or neither: J and K while they are enabled, and the arrows. */
export function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "ArrowDown" || isPressed(event, "next")) return 1;
  return event.key === "ArrowUp" || isPressed(event, "previous") ? -1 : undefined;
}

/** J, K and the arrows move between patients; up from the first returns to the search box. */
export function betweenResults(event: KeyboardEvent<HTMLElement>): boolean {
  const step = stepOf(event);
  if (step === undefined) return false;
  const main = pageOf(event.currentTarget);
  const all = inSight(main);
  const next = all.indexOf(event.currentTarget) + step;
  if (next >= 0) all[next]?.focus();
  else if (event.key === "ArrowUp") main.querySelector<HTMLElement>("[data-patient-search]")?.focus();
  event.preventDefault();
  return true;
}
