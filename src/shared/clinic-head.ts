import { drawLine, type Pen, type Run, type TextStyle, wrap } from "#shared/set-text.ts";

/** Points. */
const LOGO = 30;
const BESIDE = 9;

/**
 * Draws the clinic at the head of a paper: its lines, with its logo at the left if it has one. Only measures if `isDrawn`
 * is false.
 * @returns the y below
 */
export function drawClinicHead(
  pen: Pen,
  lines: readonly (readonly [readonly Run[], TextStyle])[],
  { x, y, right }: { x: number; y: number; right: number },
  isDrawn: boolean,
): number {
  const from = x + (pen.logo ? LOGO + BESIDE : 0);
  let below = y;
  for (const [runs, style] of lines)
    for (const line of wrap(pen, runs, style.size, right - from)) {
      if (isDrawn) drawLine(pen, line, from, below, style);
      below += style.leading;
    }
  if (pen.logo) below = Math.max(below, y + LOGO);
  if (isDrawn) pen.logo?.(x, y + (below - y - LOGO) / 2, LOGO);
  return below;
}
