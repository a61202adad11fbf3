import type { FastifyReply } from "fastify";
import { Failure } from "#shared/errors.ts";
import { toCursor } from "./cursor.ts";

/**
 * Reads a page of rows with long texts: the requested number, or fewer if they exceed the size limit of
 * one query.
 * @returns the rows, and the limit they were read with
 */
export async function readFitting<Read>(
  limit: number,
  read: (limit: number) => Promise<Read>,
): Promise<{ read: Read; limit: number }> {
  try {
    return { read: await read(limit), limit };
  } catch (error) {
    if (!(error instanceof Failure && error.code === "too_large") || limit === 1) throw error;
    return readFitting(Math.ceil(limit / 4), read);
  }
}

/**
 * Sends one page of a list that was read with one row more than the limit: `X-Next-Cursor` if there is another
 * page, `X-Total-Count` with the first one.
 */
export function sendPage<Row>(
  reply: FastifyReply,
  rows: Row[],
  limit: number,
  keysOf: (row: Row) => (string | number)[],
  total?: number,
): Row[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last !== undefined) reply.header("x-next-cursor", toCursor(keysOf(last)));
  if (total !== undefined) reply.header("x-total-count", String(total));
  return page;
}
