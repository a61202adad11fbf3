import { type BuiltList, knownHeaders, ListBuilder } from "./list-builder.ts";
import { MergedRows } from "./merged-rows.ts";
import { RefusedList } from "./refused-list.ts";
import { SheetCells } from "./sheet-cells.ts";
import { openWorkbook, type Workbook } from "./workbook.ts";

/**
 * The rows of one sheet of a workbook: of the named one, else of the first visible one with headers that are known (some
 * programs put a summary before it), else of the first that is not empty.
 */
export async function readXlsx(
  bytes: Uint8Array,
  wanted: string | null,
): Promise<BuiltList & { sheet: string; sheets: string[] }> {
  const workbook = await openWorkbook(bytes);
  try {
    const sheets = workbook.sheets.map(({ name }) => name);
    const chosen = workbook.sheets.filter(({ name }) => wanted === null || name === wanted);
    if (chosen.length === 0) throw new RefusedList("The workbook has no sheet of this name.");
    let first: (BuiltList & { sheet: string; sheets: string[] }) | null = null;
    for (const { name, part } of chosen) {
      const list = { ...(await readSheet(workbook, part)), sheet: name, sheets };
      if (list.rowCount > 0 && knownHeaders(list.headers) > 1) return list;
      if (!first || first.rowCount === 0) first = list;
    }
    if (!first) throw new RefusedList("The workbook has no visible sheet.");
    return first;
  } finally {
    workbook.close();
  }
}

async function readSheet(workbook: Workbook, part: string): Promise<BuiltList> {
  // What is merged stands behind the rows.
  const merged = new MergedRows();
  await workbook.parse(part, merged);
  const builder = new ListBuilder();
  const cells = new SheetCells(workbook, (rowNo, row, isHidden) =>
    builder.add(rowNo, merged.carried(rowNo, row), isHidden),
  );
  await workbook.parse(part, cells);
  return builder.finish();
}
