/** One line of a printed page. */
export type Row = { height: number; draw: (y: number) => void };
/** Rows that stay together if a page can hold them. */
export type Block = { gap: number; rows: Row[] };
export type PlacedRow = { row: Row; y: number };

/**
 * Distributes rows over pages. A block moves to the next page as a whole, unless it is longer than a page: then it
 * is split, so that nothing is ever clipped.
 */
export function paginate(blocks: readonly Block[], top: number, bottom: number): PlacedRow[][] {
  let current: PlacedRow[] = [];
  const pages = [current];
  let y = top;
  const startPage = () => {
    current = [];
    pages.push(current);
    y = top;
  };
  for (const { gap, rows } of blocks) {
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (current.length > 0) y += gap;
    if (y + height > bottom && height <= bottom - top && current.length > 0) startPage();
    for (const row of rows) {
      if (y + row.height > bottom && current.length > 0) startPage();
      current.push({ row, y });
      y += row.height;
    }
  }
  return pages;
}
