import type { Pen } from "#shared/set-text.ts";

const BLACK = "#000000";

/** The dark cells of a QR code in a square, with its top left corner at x, y. The caller leaves the quiet zone around it. */
export function drawQrCells(
  pen: Pen,
  rows: readonly (readonly boolean[])[],
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const cell = size / rows.length;
  for (const [row, cells] of rows.entries())
    for (let from = 0; from < cells.length; from += 1) {
      if (!cells[from]) continue;
      let to = from;
      while (cells[to + 1]) to += 1;
      // Adjacent cells are one line as thick as a cell.
      const middle = y + (row + 0.5) * cell;
      pen.rule(x + from * cell, middle, x + (to + 1) * cell, { weight: cell * 1.02, color: BLACK });
      from = to;
    }
}
