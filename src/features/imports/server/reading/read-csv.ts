import { parse } from "csv-parse/sync";
import { type BuiltList, ListBuilder, MAX_COLUMNS } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** Lines in which the delimiter is detected. */
const LOOKED_AT = 50;

export type Encoding = "UTF-8" | "UTF-16" | "Windows-1252";

/** The text of a list and its encoding: by its BOM, else UTF-8 where it is valid, else Windows-1252. */
export function decodeList(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const decode = (label: string, isFatal = false) => new TextDecoder(label, { fatal: isFatal }).decode(bytes);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode("utf-16le"), encoding: "UTF-16" };
  if (first === 0xfe && second === 0xff) return { text: decode("utf-16be"), encoding: "UTF-16" };
  const zeros = zerosIn(bytes.subarray(0, 1000));
  if (zeros.odd > 100 && zeros.even < 10) return { text: decode("utf-16le"), encoding: "UTF-16" };
  if (zeros.even > 100 && zeros.odd < 10) return { text: decode("utf-16be"), encoding: "UTF-16" };
  if (zeros.odd + zeros.even > 0) throw new RefusedList("This is not a list. Save it as XLSX or CSV.");
  try {
    return { text: decode("utf-8", true), encoding: "UTF-8" };
  } catch {
    return { text: decode("windows-1252"), encoding: "Windows-1252" };
  }
}

/** UTF-16 without a BOM has a zero in every second byte. */
function zerosIn(bytes: Uint8Array) {
  const count = (parity: number) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  return { even: count(0), odd: count(1) };
}

/** The delimiter: the character of which most of the first lines have the same number. */
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
    return { sign, score: Math.max(0, ...usual) };
  });
  return scores.toSorted((one, other) => other.score - one.score)[0]?.sign ?? ",";
}

/** @throws RefusedList */
export function readCsv(text: string): BuiltList {
  const builder = new ListBuilder();
  try {
    parse(text.replace(/^\ufeff?sep=.\r?\n/i, ""), {
      bom: true,
      delimiter: delimiterOf(text.replace(/^\ufeff/, "")),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      on_record: (cells: string[], { records, empty_lines }) => {
        if (cells.length > 10 * MAX_COLUMNS) cells.length = lastFilled(cells) + 1;
        builder.add(records + empty_lines, cells);
        // Not collected: the builder has it.
        return null;
      },
    });
  } catch (error) {
    throw asRefused(error);
  }
  return builder.finish();
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
