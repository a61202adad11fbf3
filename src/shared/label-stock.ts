import { MM, SIZE_IN_POINTS } from "./paper-size.ts";

type LabelStock = {
  /** In the list of papers. */
  label: string;
  /** In points. */
  page: readonly [width: number, height: number];
  size: readonly [width: number, height: number];
  columns: number;
  rows: number;
  /** Position of the first label. */
  left: number;
  top: number;
  /** Between columns. */
  gap: number;
};

const roll = (label: string, width: number, height: number): LabelStock => ({
  label,
  page: [width * MM, height * MM],
  size: [width * MM, height * MM],
  columns: 1,
  rows: 1,
  left: 0,
  top: 0,
  gap: 0,
});

/** Common label sheets and rolls, and a card of bank card size (ISO/IEC 7810 ID-1). */
const labelStocks = {
  "a4-24": {
    label: "A4 sheet, 24 labels of 70 × 37 mm",
    page: SIZE_IN_POINTS.A4,
    size: [70 * MM, 37 * MM],
    columns: 3,
    rows: 8,
    left: 0,
    top: 0.5 * MM,
    gap: 0,
  },
  "a4-65": {
    label: "A4 sheet, 65 labels of 38 × 21 mm",
    page: SIZE_IN_POINTS.A4,
    size: [38.1 * MM, 21.2 * MM],
    columns: 5,
    rows: 13,
    left: 4.65 * MM,
    top: 10.7 * MM,
    gap: 2.5 * MM,
  },
  "roll-50x30": roll("Roll, 50 × 30 mm", 50, 30),
  "roll-62x29": roll("Roll, 62 × 29 mm", 62, 29),
  card: roll("Patient card, 86 × 54 mm", 85.6, 53.98),
} as const satisfies Record<string, LabelStock>;
export type LabelStockId = keyof typeof labelStocks;
export const labelStockIds = Object.keys(labelStocks) as [LabelStockId, ...LabelStockId[]];

export const labelsOnPage = (paper: LabelStockId): number => {
  const { columns, rows }: LabelStock = labelStocks[paper];
  return columns * rows;
};
export const labelStockOf = (paper: LabelStockId): LabelStock => labelStocks[paper];
