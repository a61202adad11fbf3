import { columnOf } from "./sheet-cells.ts";
import type { PartReader } from "./workbook.ts";

/** Cells that are merged over several rows: whoever reads the list sees the value of the first in each of them. */
export class MergedRows implements PartReader {
  /** By first row: the column, and the last row. */
  private readonly from = new Map<number, { column: number; last: number }[]>();
  private reaching: { column: number; last: number; value: string }[] = [];

  open(name: string, { ref = "" }: Readonly<Record<string, string>>): void {
    if (name !== "mergeCell") return;
    const [start = "", end = ""] = ref.split(":");
    const [first, last] = [start, end].map((cell) => Number(/\d+$/.exec(cell)?.[0]));
    const column = columnOf(start);
    if (column === null || !first || !last || last <= first) return;
    const merges = this.from.get(first);
    if (merges) merges.push({ column, last });
    else this.from.set(first, [{ column, last }]);
  }

  /** The row with the values that reach into it from above. Called for the rows in order. */
  carried(rowNo: number, cells: readonly string[]): readonly string[] {
    this.reaching = this.reaching.filter(({ last }) => last >= rowNo);
    let filled = cells;
    const isEmpty = cells.every((cell) => cell === "");
    for (const { column, value } of isEmpty ? [] : this.reaching) {
      if ((filled[column] ?? "") !== "") continue;
      if (filled === cells) filled = [...cells];
      const row = filled as string[];
      while (row.length < column) row.push("");
      row[column] = value;
    }
    for (const { column, last } of this.from.get(rowNo) ?? [])
      this.reaching.push({ column, last, value: filled[column] ?? "" });
    return filled;
  }
}
