import type { FastifyReply } from "fastify";
import { toCursor } from "./cursor.ts";

/**
 * Sends one page of a list that was read with one row more than asked for: `X-Next-Cursor` when there is
 * another page, `X-Total-Count` with the first one.
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
