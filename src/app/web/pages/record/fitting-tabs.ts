import type { ShownTab } from "./use-tabs.ts";

/** Pixels, as much as they may take: of a letter, a figure, the space between tabs and around the row, a dot, and "More". */
const LETTER = 7.7;
const FIGURE = 7.5;
const GAP = 20;
const EDGES = 32;
const DOT = 13;
const MORE = 58;

const widthOf = ({ label, count, news }: ShownTab): number =>
  label.length * LETTER +
  (count === undefined ? 0 : 6 + Math.min(String(count).length, 3) * FIGURE) +
  (news ? DOT : 0);

/** As many of the tabs as fit in a row of this width, and the others. The open one is always in the row, at its end if need be. */
export function fittingTabs(
  tabs: readonly ShownTab[],
  shown: string,
  width: number,
): { inRow: ShownTab[]; inMore: ShownTab[] } {
  const needed = (some: readonly ShownTab[]) =>
    EDGES + some.reduce((sum, tab) => sum + widthOf(tab) + GAP, -GAP);
  // Unmeasured, where nothing is laid out.
  if (width === 0 || needed(tabs) <= width) return { inRow: [...tabs], inMore: [] };
  const open = tabs.find(({ id }) => id === shown);
  let inRow: ShownTab[] = open ? [open] : [];
  for (let count = 1; count < tabs.length; count++) {
    const first = tabs.slice(0, count);
    const row = open && !first.includes(open) ? [...first, open] : first;
    if (needed(row) + GAP + MORE > width) break;
    inRow = row;
  }
  return { inRow, inMore: tabs.filter((tab) => !inRow.includes(tab)) };
}
