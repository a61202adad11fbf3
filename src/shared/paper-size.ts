/** Points per millimeter; a point is 1/72 inch. */
export const MM = 72 / 25.4;

export const PAPER_SIZES = ["A5", "half-letter", "A4", "letter"] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/** In points. */
export const SIZE_IN_POINTS: Record<PaperSize, readonly [width: number, height: number]> = {
  A5: [148 * MM, 210 * MM],
  "half-letter": [396, 612],
  A4: [210 * MM, 297 * MM],
  letter: [612, 792],
};
