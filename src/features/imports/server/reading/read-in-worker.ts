import { enableCompileCache } from "node:module";
import { move, transferableSymbol, valueSymbol, workerData } from "piscina";
import type { BuiltList } from "./list-builder.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { RefusedList } from "./refused-list.ts";
import { isWorkbook } from "./workbook.ts";

export type ReadingCall = { bytes: Uint8Array; sheet: string | null };

export type ReadList = BuiltList & {
  format: "xlsx" | "csv";
  encoding: string | null;
  sheet: string | null;
  sheets: string[];
};

if (typeof workerData === "string") enableCompileCache(workerData);

/** What the worker thread runs. The rows are handed over without a copy. */
export default async function readInWorker({ bytes, sheet }: ReadingCall) {
  try {
    const list = await readList(bytes, sheet);
    return move({
      get [transferableSymbol]() {
        return list.chunks.map(({ buffer }) => buffer as ArrayBuffer);
      },
      get [valueSymbol]() {
        return list;
      },
    });
  } catch (error) {
    // A class does not survive the way to the main thread.
    if (error instanceof RefusedList) return { refused: error.message };
    throw error;
  }
}

/** @throws RefusedList */
export async function readList(bytes: Uint8Array, sheet: string | null): Promise<ReadList> {
  const list: ReadList = isWorkbook(bytes)
    ? { format: "xlsx", encoding: null, ...(await readXlsx(bytes, sheet)) }
    : { format: "csv", sheet: null, sheets: [], ...readCsv(bytes) };
  if (list.rowCount === 0) throw new RefusedList("No rows were found under the headers of this list.");
  return list;
}
