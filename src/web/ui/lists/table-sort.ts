export interface TableSort {
  column: string;
  direction: "ascending" | "descending";
}

let collator: Intl.Collator | undefined;
/** Created with the first sort: most tables are never sorted by hand. */
const inOrder = (): Intl.Collator =>
  (collator ??= new Intl.Collator("en-PH", { numeric: true, sensitivity: "base" }));

/** The order after a press on a header: ascending first, then reversed. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort {
  const turned = sort?.column === column && sort.direction === "ascending";
  return { column, direction: turned ? "descending" : "ascending" };
}

/**
 * Returns a sorted copy; rows without a value are last in both directions. ñ and accented letters sort as letters.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number | null,
  direction: TableSort["direction"],
): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : inOrder().compare(String(left), String(right));
    return order * sign;
  });
}
