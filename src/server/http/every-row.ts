import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { readFitting } from "./paging.ts";

/** Ids as one text, since parsing a hundred thousand rows would block the event loop. */
export const idsAsText = (order: ReturnType<typeof sql>) =>
  sql<string>`coalesce(string_agg(id::text, ',' order by ${order}), '')`;

export const idsInText = (text: string): number[] => (text === "" ? [] : text.split(",").map(Number));

/** For `id = any (…::bigint[])`. */
export const idsAsArray = (ids: readonly number[]): string => `{${ids.join()}}`;

/**
 * Reads the rows of a list of ids in its order and in chunks, so that concurrent writes do not change their number. A
 * deleted row is null. A row that the replica does not have is read from the primary.
 */
export async function* everyRow<Row extends { id: number }>(
  clinic: ClinicScope,
  ids: readonly number[],
  read: (clinic: ClinicScope, ids: readonly number[]) => Promise<readonly Row[]>,
  chunk = 250,
): AsyncGenerator<(Row | null)[]> {
  for (let from = 0; from < ids.length; ) {
    const { read: rows, limit } = await readFitting(chunk, (most) =>
      read(clinic, ids.slice(from, from + most)),
    );
    const wanted = ids.slice(from, from + limit);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const missing = wanted.filter((id) => !byId.has(id));
    if (missing.length > 0)
      for (const row of await clinic.transaction((primary) => read(primary, missing))) byId.set(row.id, row);
    yield wanted.map((id) => byId.get(id) ?? null);
    from += limit;
  }
}
