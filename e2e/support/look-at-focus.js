/** Of the focused element: whether something else covers all of it (WCAG 2.4.11), and whether it had the focus before. */
globalThis.lookAtFocus = (walk) => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect();
  const parts = [0.5, 0.1, 0.9];
  const isSeen = parts.some((down) =>
    parts.some((across) => {
      const at = document.elementFromPoint(left + width * across, top + height * down);
      return at !== null && (focused.contains(at) || at.contains(focused) || at.closest("label") !== null);
    }),
  );
  const isAgain = focused.dataset.walk === walk;
  focused.dataset.walk = walk;
  const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 40);
  const edges = [left, top, right, bottom].map(Math.round).join(", ");
  return { isSeen, isAgain, says: `${focused.tagName} "${name}" at ${edges}` };
};
