import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Characters that are made into JSON at once, some 10 ms. A patient's texts may have three million. */
const MOST_AT_ONCE = 1_000_000;

/**
 * A list requested without a limit. One chunk is sent at once; more are streamed, because a hundred thousand patients
 * in memory would block all requests. The rows have only the contract's columns, because only those are selected.
 */
export async function sendWholeList<Row extends object>(
  reply: FastifyReply,
  chunks: AsyncGenerator<Row[]>,
): Promise<Row[] | Readable> {
  const first = await chunks.next();
  const rows: Row[] = first.done ? [] : first.value;
  const second = await chunks.next();
  if (second.done) reply.header("x-total-count", String(rows.length));
  if (second.done && sizeOf(rows) <= MOST_AT_ONCE) return rows;
  reply.type("application/json; charset=utf-8");
  const read = second.done ? [rows] : [rows, second.value];
  return Readable.from(asJson(read, chunks), { objectMode: false });
}

async function* asJson<Row extends object>(read: Row[][], rest: AsyncGenerator<Row[]>) {
  let before = "[";
  function* next(rows: Row[]) {
    for (const some of inParts(rows)) {
      yield before + JSON.stringify(some).slice(1, -1);
      before = ",";
    }
  }
  for (const rows of read) yield* next(rows);
  for await (const rows of rest) yield* next(rows);
  yield before === "[" ? "[]" : "]";
}

/** The rows in parts of the size that is made into JSON at once; a longer row is a part of its own. */
function* inParts<Row extends object>(rows: Row[]): Generator<Row[]> {
  let part: Row[] = [];
  let size = 0;
  for (const row of rows) {
    size += sizeOf(row);
    if (size > MOST_AT_ONCE && part.length > 0) {
      yield part;
      part = [];
      size = sizeOf(row);
    }
    part.push(row);
  }
  if (part.length > 0) yield part;
}

/** The characters of its texts. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value === null || typeof value !== "object") return 0;
  let size = 0;
  for (const held of Object.values(value)) size += sizeOf(held);
  return size;
}
