import { importKinds } from "#features/imports/import-fields.ts";
import { unmarked } from "#shared/formats/csv.ts";
import { headerKey, targetOfHeader } from "../header-targets.ts";
import { readSex } from "../values/list-values.ts";
import { repaired } from "./mojibake.ts";
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
  /** Rows that are no patient's, in words: titles, headers repeated on each page, totals and signatures. */
  leftOut: string | null;
  /** ListRow[] as JSON, so that rows reach the database without being parsed on the main thread. */
  chunks: Uint8Array[];
};

/** Collects the rows of a sheet; finds the headers, profiles the columns, and enforces the limits. */
export class ListBuilder {
  private first: ListRow[] | null = [];
  private headers: string[] = [];
  private headerKeys: string[] = [];
  private headerRow = 0;
  /** Titles, and headers again. */
  private readonly titles: number[] = [];
  private readonly headersAgain: number[] = [];
  private readonly feet: number[] = [];
  private profiler: ColumnProfiler = new ColumnProfiler(0);
  private waiting: ListRow[] = [];
  private readonly chunks: Uint8Array[] = [];
  private rowCount = 0;
  private hidden = 0;
  /** Cells as they were given, empty ones at the end too: of each row, and of the headers. */
  private readonly widthOf = new Map<number, number>();
  private headerWidth = 0;
  /** The rows of each width. */
  private readonly widths = new Map<number, { first: number; count: number; filled: number }>();
  private text = 0;
  private readonly encoder = new TextEncoder();

  /**
   * @param isHidden whether a filter of the workbook hides the row: it is read, and the user is told
   * @throws RefusedList
   */
  add(rowNo: number, typed: readonly string[], isHidden = false): void {
    const cells = typed.map(clean);
    while (cells.length > 0 && cells.at(-1) === "") cells.pop();
    if (cells.length === 0) return;
    this.widthOf.set(rowNo, typed.length);
    if (isHidden) this.hidden += 1;
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
    const profiles = this.profiler.profiles();
    return {
      headers: besideTheirData(this.headers, profiles),
      profiles,
      leftOut: this.leftOut(),
      rowCount: this.rowCount,
      headerRow: this.headerRow,
      chunks: this.chunks,
    };
  }

  /**
   * Of a text file, in which each row has a cell for each header: whether all rows are wider. Some alone have a
   * delimiter within a text, so that their cells are those of the column before.
   * @throws RefusedList for these
   */
  isWiderThanHeaders(): boolean {
    if (this.headerRow === 0) return false;
    const full = [...this.widths].filter(([width]) => width >= this.headerWidth);
    const wider = full.filter(([width]) => width > this.headerWidth).map(([, rows]) => rows);
    if (wider.length > 0 && full.length > 1) throw new RefusedList(widerInWords(wider));
    return wider.some(({ filled }) => filled > this.headerWidth);
  }

  private findHeaders(): void {
    const rows = this.first ?? [];
    this.first = null;
    const known = rows.map(([, cells]) => knownHeaders(cells));
    const most = Math.max(0, ...known);
    const width = Math.max(0, ...rows.map(([, cells]) => cells.length));
    // A list may have titles above it; a row that looks like a patient is not a title.
    const at =
      most > 1 || (most === 1 && width <= 2)
        ? known.indexOf(most)
        : rows.findIndex(([, cells]) => cells.filter(Boolean).length >= Math.min(2, width));
    const found = rows[at];
    const isHeader = found !== undefined && !isData(found[1], most);
    const [from, to] = isHeader ? headerRows(rows, at) : [0, -1];
    const names = rows.slice(from, to + 1).map(([, cells]) => cells);
    this.headers = Array.from(
      { length: width },
      (_, index) => joinedHeader(names, index) || `Column ${columnLetters(index)}`,
    );
    this.headerKeys = isHeader ? (names.at(-1) ?? []).map(headerKey) : [];
    this.headerRow = isHeader ? (rows[to]?.[0] ?? 0) : 0;
    this.headerWidth = Math.max(
      0,
      ...rows.slice(from, to + 1).map(([rowNo]) => this.widthOf.get(rowNo) ?? 0),
    );
    this.profiler = new ColumnProfiler(width);
    for (const [rowNo] of rows.slice(0, from)) this.titles.push(rowNo);
    for (const row of rows.slice(to + 1)) this.addRow(row);
  }

  private leftOut(): string | null {
    const named = (rows: readonly number[], one: string, several: string) =>
      rows.length === 0
        ? []
        : [
            rows.length === 1
              ? `row ${rows[0]} (${one})`
              : `rows ${rows.slice(0, 10).join(", ")}${rows.length > 10 ? ` and ${rows.length - 10} more` : ""} (${several})`,
          ];
    const all = [
      ...named(this.titles, "above the headers", "above the headers"),
      ...named(this.headersAgain, "the headers again", "the headers again"),
      ...named(this.feet, "a total or a signature", "totals or signatures"),
    ];
    const notes = [
      ...(all.length > 0 ? [`Not read as patients: ${all.join(", ")}.`] : []),
      ...(this.hidden > 0 ? [hiddenInWords(this.hidden)] : []),
    ];
    return notes.join(" ") || null;
  }

  private addRow(row: ListRow): void {
    const [, cells] = row;
    if (this.isHeaderAgain(cells)) {
      this.headersAgain.push(row[0]);
      return;
    }
    if (this.headers.length > 2 && isFoot(cells)) {
      this.feet.push(row[0]);
      return;
    }
    this.rowCount += 1;
    if (this.rowCount > MAX_ROWS)
      throw new RefusedList(
        "The list has more than 50,000 rows. Split it and import one part after another.",
      );
    while (this.headers.length < cells.length) {
      this.headers.push(`Column ${columnLetters(this.headers.length)}`);
      this.profiler.widen();
    }
    this.noteWidth(row);
    this.profiler.add(cells);
    this.waiting.push(row);
    if (this.waiting.length === ROWS_OF_CHUNK) this.flush();
  }

  private noteWidth([rowNo, cells]: ListRow): void {
    const width = this.widthOf.get(rowNo) ?? cells.length;
    const { first, count, filled } = this.widths.get(width) ?? { first: rowNo, count: 0, filled: 0 };
    this.widths.set(width, { first, count: count + 1, filled: Math.max(filled, cells.length) });
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

const widerInWords = (wider: readonly { first: number; count: number }[]) => {
  const first = Math.min(...wider.map((rows) => rows.first));
  const others = wider.reduce((sum, { count }) => sum + count, 0) - 1;
  const which =
    others === 0 ? `Row ${first} has` : `Row ${first} and ${others.toLocaleString("en")} more have`;
  return `${which} more cells than there are headers, so a text may stand under the wrong one. Put texts with a comma in quotation marks, or give each column a header, and choose the list again.`;
};

const hiddenInWords = (count: number) =>
  `${count === 1 ? "One row is" : `${count.toLocaleString("en")} rows are`} hidden in the workbook and read all the same. Delete what does not belong here, and choose the list again.`;

/** How many cells are headers that are known. */
export const knownHeaders = (cells: readonly string[]): number =>
  cells.filter((cell) => importKinds.some((kind) => targetOfHeader(cell, kind) !== null)).length;

const FOOT =
  /^\W*(?:(?:grand |sub-? ?)?total(?: (?:no|number|count|patients|records|of)\b.*)?\s*[:=]?\s*[\d,.]*|page \d+(?: of \d+)?|(?:prepared|noted|checked|certified|approved|printed|generated)(?: correct)? (?:by|on)\b.*|nothing follows|end of (?:the )?(?:list|report))\W*$/i;

/** What reports print below their rows: alone in its row, or with one figure or name beside it. */
const isFoot = (cells: readonly string[]): boolean => {
  const filled = cells.filter(Boolean);
  return filled.length <= 2 && FOOT.test(filled[0] ?? "");
};

/** Whether a row is somebody's: it has figures, a sex or a name with a comma where a header has words. */
const isData = (cells: readonly string[], known: number): boolean =>
  known === 0 &&
  cells.some(
    (cell) =>
      /\d{2,}/.test(cell) || /^[\p{L} .'-]{2,60}, ?[\p{L} .'-]{2,60}$/u.test(cell) || readSex(cell) !== null,
  );

/** The first and last row of the headers, which may take two rows: "Name" above "Last", "First". */
function headerRows(rows: readonly ListRow[], at: number): [from: number, to: number] {
  if (isUnder(rows[at]?.[1], rows[at + 1]?.[1])) return [at, at + 1];
  if (at > 0 && isUnder(rows[at - 1]?.[1], rows[at]?.[1])) return [at - 1, at];
  return [at, at];
}

/** Whether the lower row is a second row of headers: words alone, and known ones where the upper row has none. */
function isUnder(upper: readonly string[] | undefined, lower: readonly string[] | undefined): boolean {
  if (!upper || !lower) return false;
  if (upper.filter(Boolean).length < 2 || lower.some((cell) => /\d/.test(cell) || readSex(cell) !== null))
    return false;
  const differing = lower.filter((cell, index) => cell !== "" && cell !== (upper[index] ?? ""));
  // What only the upper row names, and a name that only the lower row parts.
  const isParted = lower.some(
    (cell, index) => cell !== "" && (upper[index] ?? "") === "" && knownHeaders([cell]) > 0,
  );
  const hasOwn = upper.some(
    (cell, index) => knownHeaders([cell]) > 0 && ((lower[index] ?? "") === "" || lower[index] === cell),
  );
  return isParted && hasOwn && knownHeaders(differing) * 2 >= differing.length;
}

/** The header of a column from one or two rows. An upper one reaches to the right over columns without one. */
function joinedHeader([upper = [], lower]: readonly (readonly string[])[], index: number): string {
  const own = upper[index] ?? "";
  if (!lower) return own;
  const under = lower[index] ?? "";
  if (under === "" || under === own) return own;
  if (knownHeaders([under]) > 0) return under;
  const over = own || (upper.slice(0, index).findLast(Boolean) ?? "");
  return [over, under].filter(Boolean).join(" ");
}

/** Reports print a header beside its column: then the empty column's header belongs to its neighbor without one. */
function besideTheirData(headers: readonly string[], profiles: readonly ColumnProfile[]): string[] {
  const moved = [...headers];
  const isBare = (index: number) =>
    moved[index] === `Column ${columnLetters(index)}` && (profiles[index]?.filled ?? 0) > 0;
  for (const [index, header] of headers.entries()) {
    if (profiles[index]?.filled !== 0 || header === `Column ${columnLetters(index)}`) continue;
    const beside = [index - 1, index + 1].filter(isBare);
    const [only] = beside;
    if (only === undefined || beside.length > 1) continue;
    moved[only] = header;
    moved[index] = `Column ${columnLetters(index)}`;
  }
  return moved;
}

/** Removes a spreadsheet's mark of a text, control characters, and lone surrogates, which PostgreSQL's JSON refuses. */
const clean = (typed: string): string =>
  unmarked(repaired(typed.toWellFormed()).trim())
    .replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, "")
    .replace(/\u00a0/g, " ")
    .trim();

/** 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
