import { isAscii } from "node:buffer";
import { enableCompileCache } from "node:module";
import { move, transferableSymbol, valueSymbol, workerData } from "piscina";
import type { ListEncoding } from "#features/imports/contract.ts";
import { decodeList } from "./decode-list.ts";
import type { BuiltList } from "./list-builder.ts";
import { readCsv } from "./read-csv.ts";
import { isFhir, readFhir } from "./read-fhir.ts";
import { isHtmlTable, readHtml } from "./read-html.ts";
import { readXlsx } from "./read-xlsx.ts";
import { refuseOtherTexts } from "./refused-formats.ts";
import { RefusedList } from "./refused-list.ts";
import { isWorkbook } from "./workbook.ts";

export type ReadingCall = { bytes: Uint8Array; sheet: string | null; encoding: ListEncoding | null };

export type ReadList = BuiltList & {
  format: "xlsx" | "csv" | "fhir";
  /** Null where every letter is ASCII, which all write alike. */
  encoding: ListEncoding | null;
  sheet: string | null;
  sheets: string[];
  /** What else the file contains, in words. */
  leftOut: string | null;
};

if (typeof workerData === "string") enableCompileCache(workerData);

/** Runs in the worker thread. The rows are transferred without a copy. */
export default async function readInWorker(call: ReadingCall) {
  try {
    const list = await readList(call);
    return move({
      get [transferableSymbol]() {
        return list.chunks.map(({ buffer }) => buffer as ArrayBuffer);
      },
      get [valueSymbol]() {
        return list;
      },
    });
  } catch (error) {
    // A class does not survive structured cloning.
    if (error instanceof RefusedList) return { refused: error.message };
    throw error;
  }
}

/** @throws RefusedList */
export async function readList({ bytes, sheet, encoding }: ReadingCall): Promise<ReadList> {
  const list = isWorkbook(bytes) ? await readWorkbook(bytes, sheet) : readText(bytes, encoding);
  if (list.rowCount === 0) throw new RefusedList("No rows were found under the headers of this list.");
  return list;
}

const readWorkbook = async (bytes: Uint8Array, sheet: string | null): Promise<ReadList> => ({
  format: "xlsx",
  encoding: null,
  ...(await readXlsx(bytes, sheet)),
});

function readText(bytes: Uint8Array, chosen: ListEncoding | null): ReadList {
  const { text, encoding } = decodeList(bytes, chosen);
  const noSheet = { sheet: null, sheets: [], encoding: isAscii(bytes) ? null : encoding };
  if (isHtmlTable(text)) return { format: "csv", ...noSheet, ...readHtml(text) };
  if (/^\s*</.test(text) && text.slice(0, 2000).includes("http://hl7.org/fhir"))
    throw new RefusedList("This is FHIR in XML. Export it as JSON.");
  refuseOtherTexts(text);
  if (isFhir(text)) return { format: "fhir", ...noSheet, ...readFhir(text) };
  return { format: "csv", ...noSheet, ...readCsv(text) };
}
