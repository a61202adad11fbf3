import { parse } from "csv-parse/sync";
import { type BuiltList, knownHeaders, ListBuilder, MAX_COLUMNS } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Lines in which the delimiter is detected. */
const LOOKED_AT = 50;

/** The delimiter: the one that parts most known headers, else of which most of the first lines have the same number. */
function delimiterOf(text: string): string {
  const named = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (named) return named;
  const lines = text
    .slice(0, 200_000)
    .split(/\r\n|\r|\n/, LOOKED_AT)
    .filter((line) => line.trim() !== "");
  const unquoted = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, ""));
  const scores = DELIMITERS.map((sign) => {
    const counts = unquoted.map((line) => line.split(sign).length - 1).filter((count) => count > 0);
    const usual = [...Map.groupBy(counts, (count) => count).values()].map(({ length }) => length);
    const known = Math.max(0, ...unquoted.slice(0, 20).map((line) => knownHeaders(line.split(sign))));
    return { sign, known: known > 1 ? known : 0, score: Math.max(0, ...usual) };
  });
  return scores.toSorted((one, other) => other.known - one.known || other.score - one.score)[0]?.sign ?? ",";
}

/** With `raw`, what a record was read from. */
type RawRecord = { record: string[]; raw: string };

/** @throws RefusedList */
export function readCsv(text: string): BuiltList {
  const builder = new ListBuilder();
  const delimiter = delimiterOf(text.replace(/^\ufeff/, ""));
  const holding: number[] = [];
  // Where the record that is being read begins.
  let line = 1;
  let width = 0;
  try {
    parse(text.replace(/^\ufeff?sep=.\r?\n/i, ""), {
      bom: true,
      delimiter,
      // Files joined from several have more than one.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      ltrim: true,
      max_record_size: 1_000_000,
      raw: true,
      on_record: (read: unknown, { records, empty_lines, lines }) => {
        const { record: cells, raw } = read as RawRecord;
        const long = cells.filter((cell) => /[\r\n]/.test(cell));
        if (long.some((cell) => !isClosed(cell, raw))) throw notClosed(line);
        if (long.some((cell) => holdsRows(cell, delimiter, width))) holding.push(line);
        line = lines + 1;
        width = Math.max(width, cells.length);
        if (cells.length > 10 * MAX_COLUMNS) cells.length = lastFilled(cells) + 1;
        builder.add(records + empty_lines, unquoted(cells));
        // Not collected: the builder has it.
        return null;
      },
    });
  } catch (error) {
    throw asRefused(error, line);
  }
  const built = builder.finish();
  const notes = [
    built.leftOut,
    holdingInWords(holding),
    builder.isWiderThanHeaders() &&
      "Each row has more cells than there are headers. Check that each text stands under its own header.",
  ];
  return { ...built, leftOut: notes.filter(Boolean).join(" ") || null };
}

/** A cell of several lines ends where its quotation mark does, and nothing follows it but the next cell. */
const isClosed = (cell: string, raw: string): boolean => raw.includes(`"${cell.replaceAll('"', '""')}"`);

const notClosed = (line: number) =>
  new RefusedList(
    `The quotation mark in the row of line ${line} is not closed, so the rows after it cannot be told apart. Close or delete it and choose the list again.`,
  );

/** Whether a line of a cell is as wide as the rows, with figures: one quotation mark may reach to that of another row. */
const holdsRows = (cell: string, delimiter: string, width: number): boolean =>
  width > 3 &&
  cell.split(/[\r\n]+/).some((one) => one.split(delimiter).length === width && /\d{2}/.test(one));

const holdingInWords = (lines: readonly number[]): string | null => {
  const [first, ...more] = lines;
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `The row of line ${first}${others} has a cell with lines that look like rows of the list. If they are patients, a quotation mark is missing: correct it and choose the list again.`;
};

/** Some systems quote every cell with apostrophes. */
function unquoted(cells: string[]): string[] {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length > 1 && filled.every((cell) => /^'[^']*'$/.test(cell))
    ? cells.map((cell) => cell.slice(1, -1))
    : cells;
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "");

/** @param line where the record begins that could not be read */
function asRefused(error: unknown, line: number): unknown {
  const { code } = error as { code?: string };
  if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE") return notClosed(line);
  return code?.startsWith("CSV_")
    ? new RefusedList("This file is not a list that can be read. Save it as XLSX or CSV again.")
    : error;
}
