import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { PatientListItem } from "#features/patients/contract.ts";

/**
 * A list requested without a limit. One chunk is sent at once; more are streamed, because a hundred thousand patients
 * in memory would block all requests. The rows have only the contract's columns, because only those are selected.
 */
export async function sendWholeList(
  reply: FastifyReply,
  chunks: AsyncGenerator<PatientListItem[]>,
): Promise<PatientListItem[] | Readable> {
  const first = await chunks.next();
  const rows: PatientListItem[] = first.done ? [] : first.value;
  const second = await chunks.next();
  if (second.done) {
    reply.header("x-total-count", String(rows.length));
    return rows;
  }
  reply.type("application/json; charset=utf-8");
  return Readable.from(asJson([rows, second.value], chunks), { objectMode: false });
}

async function* asJson(read: PatientListItem[][], rest: AsyncGenerator<PatientListItem[]>) {
  let before = "[";
  const next = (rows: PatientListItem[]) => {
    const text = before + JSON.stringify(rows).slice(1, -1);
    before = ",";
    return text;
  };
  for (const rows of read) yield next(rows);
  for await (const rows of rest) yield next(rows);
  yield "]";
}
