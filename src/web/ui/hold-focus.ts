// The focused element may be removed or disabled by its own press: a row that moves, a removed line, a button with
// nothing left to do. The browser then drops the focus, and the next Tab starts at the top of the page.

const stops = "a[href], button, input, select, textarea, [tabindex]";

const isStop = (element: HTMLElement) => element.tabIndex >= 0 && !element.matches(":disabled");

const stopsIn = (area: Element): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>(stops)].filter(isStop);

const opensMenu = (element: Element) => element.hasAttribute("aria-haspopup");

/** The row's menu, or its next step, which stands before the menu. */
function inRow(row: Element, isMenu: boolean): HTMLElement | undefined {
  const all = stopsIn(row);
  return all.findLast((stop) => opensMenu(stop) === isMenu) ?? all.at(-1);
}

const recoveries = new Set<() => boolean>();

/** For a dialog whose opener is gone: focuses what replaced it. False when nothing did. */
export const recoverFocus = (): boolean => [...recoveries].some((recover) => recover());

/**
 * The ref of an area in which a lost focus moves to a replacement: the patient's row in its new position, else a
 * button beside, else the next element. Only for keyboard users.
 */
export function holdFocus(area: HTMLElement | null): (() => void) | undefined {
  if (!area) return undefined;
  let last: {
    element: HTMLElement;
    beside: Element | null;
    patient: string | undefined;
    /** All focusable elements of the area, in order. */
    among: HTMLElement[];
  } | null = null;

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const patient = target.closest<HTMLElement>("[data-patient]")?.dataset.patient;
    last = target.matches(":focus-visible")
      ? { element: target, beside: target.parentElement, patient, among: stopsIn(area) }
      : null;
  };
  const forget = () => {
    last = null;
  };
  const recover = (): boolean => {
    if (!last || (last.element.isConnected && isStop(last.element))) return false;
    // Something else has the focus. A dialog that lost its focus takes it itself.
    const focused = document.activeElement;
    if (focused && focused !== last.element && !focused.contains(area)) return false;
    const { element, beside, patient, among } = last;
    const row = patient && area.querySelector(`[data-patient="${patient}"]`);
    const at = among.indexOf(element);
    const isLeft = (stop: HTMLElement) => area.contains(stop) && isStop(stop);
    const next =
      (row && inRow(row, opensMenu(element))) ||
      (beside?.isConnected && stopsIn(beside)[0]) ||
      (among.slice(at + 1).find(isLeft) ?? among.slice(0, at).findLast(isLeft) ?? stopsIn(area)[0]);
    next?.focus();
    return next !== undefined;
  };

  const changes = new MutationObserver(recover);
  changes.observe(area, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  area.addEventListener("focusin", note);
  document.addEventListener("pointerdown", forget, true);
  recoveries.add(recover);
  return () => {
    changes.disconnect();
    area.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", forget, true);
    recoveries.delete(recover);
  };
}
