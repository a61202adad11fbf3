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

/** @throws RefusedList */
export function readCsv(text: string): BuiltList {
  const builder = new ListBuilder();
  try {
    parse(text.replace(/^\ufeff?sep=.\r?\n/i, ""), {
      bom: true,
      delimiter: delimiterOf(text.replace(/^\ufeff/, "")),
      // Files joined from several have more than one.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      on_record: (cells: string[], { records, empty_lines }) => {
        if (cells.length > 10 * MAX_COLUMNS) cells.length = lastFilled(cells) + 1;
        builder.add(records + empty_lines, unquoted(cells));
        // Not collected: the builder has it.
        return null;
      },
    });
  } catch (error) {
    throw asRefused(error);
  }
  return builder.finish();
}

/** Some systems quote every cell with apostrophes. */
function unquoted(cells: string[]): string[] {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length > 1 && filled.every((cell) => /^'[^']*'$/.test(cell))
    ? cells.map((cell) => cell.slice(1, -1))
    : cells;
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "");

function asRefused(error: unknown): unknown {
  const { code, lines } = error as { code?: string; lines?: number };
  if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE")
    return new RefusedList(
      `A quotation mark ${lines ? `before line ${lines} ` : ""}is not closed, so the rows after it cannot be told apart.`,
    );
  return code?.startsWith("CSV_")
    ? new RefusedList("This file is not a list that can be read. Save it as XLSX or CSV again.")
    : error;
}
