import { type BuiltList, ListBuilder } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";
import { SheetCells } from "./sheet-cells.ts";
import { openWorkbook, type Workbook } from "./workbook.ts";

/** The rows of one sheet of a workbook: of the named one, else of the first visible one that is not empty. */
export async function readXlsx(
  bytes: Uint8Array,
  wanted: string | null,
): Promise<BuiltList & { sheet: string; sheets: string[] }> {
  const workbook = await openWorkbook(bytes);
  try {
    const sheets = workbook.sheets.map(({ name }) => name);
    const chosen = workbook.sheets.filter(({ name }) => wanted === null || name === wanted);
    if (chosen.length === 0) throw new RefusedList("The workbook has no sheet of this name.");
    let last: (BuiltList & { sheet: string; sheets: string[] }) | null = null;
    for (const { name, part } of chosen) {
      last = { ...(await readSheet(workbook, part)), sheet: name, sheets };
      if (last.rowCount > 0) break;
    }
    if (!last) throw new RefusedList("The workbook has no visible sheet.");
    return last;
  } finally {
    workbook.close();
  }
}

async function readSheet(workbook: Workbook, part: string): Promise<BuiltList> {
  const builder = new ListBuilder();
  const cells = new SheetCells(workbook, (rowNo, row) => builder.add(rowNo, row));
  await workbook.parse(part, cells);
  return builder.finish();
}
