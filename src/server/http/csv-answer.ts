import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { BYTE_ORDER_MARK, type Cell, csv, csvRows } from "#shared/formats/csv.ts";
import { FileAnswer } from "./file-answer.ts";

const CSV = "text/csv; charset=utf-8";

/** `rowCount` is without the header. */
export type Exported = { file: FileAnswer; rowCount: number };

type Exporting = {
  reply: FastifyReply;
  auditDetails: (details: Record<string, unknown>) => void;
};

/** Says how many rows a file has, to the caller in `X-Row-Count` and in the record history with these details. */
export function sendExport(
  { reply, auditDetails }: Exporting,
  { file, rowCount }: Exported,
  details: Record<string, unknown>,
): FileAnswer {
  reply.header("x-row-count", String(rowCount));
  auditDetails({ ...details, rows: rowCount });
  return file;
}

/** A small table that is in memory, with its headings first. */
export const csvFile = (name: string, rows: readonly (readonly Cell[])[]): FileAnswer =>
  new FileAnswer({ bytes: Buffer.from(csv(rows)), type: CSV, name, disposition: "attachment" });

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
    type: CSV,
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
