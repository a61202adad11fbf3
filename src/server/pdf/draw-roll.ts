import type { Pen } from "#shared/set-text.ts";
import { drawPdf } from "./pdf.ts";

type Roll = Omit<Parameters<typeof drawPdf>[0], "size"> & { width: number };

/**
 * Draws a sheet for a roll printer, as long as what is on it.
 *
 * @param draw returns the length, in points
 */
export async function drawRoll({ width, ...file }: Roll, draw: (pen: Pen) => number): Promise<Buffer> {
  let length = 0;
  const drawFrom = (pen: Pen) => {
    pen.turnPage();
    length = draw(pen);
  };
  await drawPdf({ ...file, size: [width, width] }, drawFrom);
  return drawPdf({ ...file, size: [width, length] }, drawFrom);
}
