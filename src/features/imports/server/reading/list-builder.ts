import { headerKey, importKinds, targetOfHeader } from "#shared/import-targets.ts";
import { type ColumnProfile, ColumnProfiler } from "./profile-columns.ts";
import { RefusedList } from "./refused-list.ts";

export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 200;
/** The limit of characters in all cells. */
const MAX_TEXT = 60_000_000;
/** The limit of a spreadsheet's cell. */
const MAX_CELL = 32_767;
/** The limit of characters per row. Rows are parsed and compared a few hundred at a time. */
const MAX_ROW_TEXT = 50_000;
/** The first rows, in which the headers are searched. */
const LOOKED_AT = 20;
const ROWS_OF_CHUNK = 250;

export type ListRow = [rowNo: number, cells: string[]];

export type BuiltList = {
  headers: string[];
  profiles: ColumnProfile[];
  rowCount: number;
  /** The row number in the sheet; 0 where the list has none. */
  headerRow: number;
  /** ListRow[] as JSON, so that rows reach the database without being parsed on the main thread. */
  chunks: Uint8Array[];
};

/** Collects the rows of a sheet; finds the headers, profiles the columns, and enforces the limits. */
export class ListBuilder {
  private first: ListRow[] | null = [];
  private headers: string[] = [];
  private headerKeys: string[] = [];
  private headerRow = 0;
  private profiler: ColumnProfiler = new ColumnProfiler(0);
  private waiting: ListRow[] = [];
  private readonly chunks: Uint8Array[] = [];
  private rowCount = 0;
  private text = 0;
  private readonly encoder = new TextEncoder();

  /** @throws RefusedList */
  add(rowNo: number, typed: readonly string[]): void {
    const cells = typed.map(clean);
    while (cells.length > 0 && cells.at(-1) === "") cells.pop();
    if (cells.length === 0) return;
    if (cells.length > MAX_COLUMNS)
      throw new RefusedList(
        `The list has more than ${MAX_COLUMNS} columns. Delete what does not belong to patients and save it again.`,
      );
    let rowText = 0;
    for (const cell of cells) {
      rowText += cell.length;
      if (cell.length > MAX_CELL)
        throw new RefusedList(`A cell of row ${rowNo} has more than 32,767 characters.`);
    }
    if (rowText > MAX_ROW_TEXT)
      throw new RefusedList(
        `Row ${rowNo} has more than 50,000 characters. Shorten its cells and save it again.`,
      );
    this.text += rowText;
    if (this.text > MAX_TEXT)
      throw new RefusedList("The list has more than 60 million characters. Split it.");
    if (!this.first) {
      this.addRow([rowNo, cells]);
      return;
    }
    this.first.push([rowNo, cells]);
    if (this.first.length === LOOKED_AT) this.findHeaders();
  }

  finish(): BuiltList {
    if (this.first) this.findHeaders();
    this.flush();
    return {
      headers: this.headers,
      profiles: this.profiler.profiles(),
      rowCount: this.rowCount,
      headerRow: this.headerRow,
      chunks: this.chunks,
    };
  }

  private findHeaders(): void {
    const rows = this.first ?? [];
    this.first = null;
    const known = rows.map(
      ([, cells]) =>
        cells.filter((cell) => importKinds.some((kind) => targetOfHeader(cell, kind) !== null)).length,
    );
    const most = Math.max(0, ...known);
    const width = Math.max(0, ...rows.map(([, cells]) => cells.length));
    // A list may have titles above it; a row that looks like a patient is not a title.
    const at =
      most > 1 || (most === 1 && width <= 2)
        ? known.indexOf(most)
        : rows.findIndex(([, cells]) => cells.filter(Boolean).length >= Math.min(2, width));
    const header = rows[at];
    const isHeader = header !== undefined && (most > 0 || !header[1].some((cell) => /\d{2,}/.test(cell)));
    const names = isHeader ? header[1] : [];
    this.headers = Array.from(
      { length: width },
      (_, index) => names[index] || `Column ${columnLetters(index)}`,
    );
    this.headerKeys = isHeader ? names.map(headerKey) : [];
    this.headerRow = isHeader ? header[0] : 0;
    this.profiler = new ColumnProfiler(width);
    for (const row of rows.slice(isHeader ? at + 1 : 0)) this.addRow(row);
  }

  private addRow(row: ListRow): void {
    const [, cells] = row;
    if (this.isHeaderAgain(cells)) return;
    this.rowCount += 1;
    if (this.rowCount > MAX_ROWS)
      throw new RefusedList(
        "The list has more than 50,000 rows. Split it and import one part after another.",
      );
    while (this.headers.length < cells.length) {
      this.headers.push(`Column ${columnLetters(this.headers.length)}`);
      this.profiler.widen();
    }
    this.profiler.add(cells);
    this.waiting.push(row);
    if (this.waiting.length === ROWS_OF_CHUNK) this.flush();
  }

  /** Lists formatted for printing repeat their headers on each page. */
  private isHeaderAgain(cells: readonly string[]): boolean {
    return (
      this.headerKeys.length > 1 &&
      cells.length === this.headerKeys.length &&
      cells.every((cell, index) => headerKey(cell) === this.headerKeys[index])
    );
  }

  private flush(): void {
    if (this.waiting.length > 0) this.chunks.push(this.encoder.encode(JSON.stringify(this.waiting)));
    this.waiting = [];
  }
}

/** Removes control characters, and lone surrogates, which PostgreSQL's JSON refuses. */
const clean = (typed: string): string =>
  typed
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, "")
    .replace(/\u00a0/g, " ")
    .trim();

/** 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
