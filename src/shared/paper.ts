/** Points per millimeter; a point is 1/72 inch. */
export const MM = 72 / 25.4;

export const PAPERS = ["A5", "half-letter", "A4", "letter"] as const;
export type Paper = (typeof PAPERS)[number];

/** In points. */
export const PAPER_SIZES: Record<Paper, readonly [width: number, height: number]> = {
  A5: [148 * MM, 210 * MM],
  "half-letter": [396, 612],
  A4: [210 * MM, 297 * MM],
  letter: [612, 792],
};
