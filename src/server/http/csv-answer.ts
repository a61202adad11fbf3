import { Readable } from "node:stream";
import { BYTE_ORDER_MARK, type Cell, csvRows } from "#shared/formats/csv.ts";
import { FileAnswer } from "./file-answer.ts";

type Cells = readonly (readonly Cell[])[];

/**
 * Streams a spreadsheet in chunks, so that a hundred thousand rows are never in memory at the same time. The first
 * chunk is read before anything is sent, so its errors are ordinary failures. Later errors abort the download, which the
 * client notices.
 */
export async function csvAnswer(
  name: string,
  headings: readonly string[],
  chunks: AsyncGenerator<Cells>,
): Promise<FileAnswer> {
  const first = await chunks.next();
  return new FileAnswer({
    bytes: Readable.from(inText(headings, first.done ? [] : first.value, chunks), { objectMode: false }),
    type: "text/csv; charset=utf-8",
    name,
    disposition: "attachment",
  });
}

/** The cells of a row that was deleted after the rows were counted. */
export const deletedMeanwhile = ["Deleted during the export"];

async function* inText(headings: readonly string[], first: Cells, rest: AsyncGenerator<Cells>) {
  yield BYTE_ORDER_MARK + csvRows([headings, ...first]);
  for await (const rows of rest) yield csvRows(rows);
}
