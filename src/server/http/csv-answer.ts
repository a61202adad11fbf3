import { Readable } from "node:stream";
import { BYTE_ORDER_MARK, csvRows } from "#shared/formats/csv.ts";
import { FileAnswer } from "./file-answer.ts";

type Cells = readonly (readonly string[])[];

/**
 * A spreadsheet that is sent as it is read, a chunk of rows at a time, so that a hundred thousand rows are never
 * held at once. The first chunk is read before anything is sent: what fails there is an ordinary failure; what fails
 * later breaks the download off, which the receiver sees.
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

async function* inText(headings: readonly string[], first: Cells, rest: AsyncGenerator<Cells>) {
  yield BYTE_ORDER_MARK + csvRows([headings, ...first]);
  for await (const rows of rest) yield csvRows(rows);
}
