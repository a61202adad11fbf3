import type { KeyboardEvent } from "react";

/** A patient's name in the cards and in the archive, a patient's row in the table. */
const results = "[data-patient-name], tr[data-row]";

const pageOf = (element: Element): Element => element.closest("main") ?? document.body;

const inSight = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(results)].filter(
    // Rows drawn for paper alone are not among them.
    (result) => result.checkVisibility?.() ?? true,
  );

/** From the search box: arrow down, to the first result, without all that stands between. */
export function fromSearch(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" || event.altKey || event.ctrlKey || event.metaKey) return;
  const [first] = inSight(pageOf(event.currentTarget));
  if (!first) return;
  event.preventDefault();
  first.focus();
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** J, K and the arrows move from patient to patient; up from the first leads back to the search box. */
export function betweenResults(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (step === undefined) return false;
  const main = pageOf(event.currentTarget);
  const all = inSight(main);
  const next = all.indexOf(event.currentTarget) + step;
  if (next >= 0) all[next]?.focus();
  else if (event.key === "ArrowUp") main.querySelector<HTMLElement>("[data-patient-search]")?.focus();
  event.preventDefault();
  return true;
}
