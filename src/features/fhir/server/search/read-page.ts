import type { ClinicScope } from "#server/database/db.ts";
import { fromCursor, toCursor } from "#server/http/cursor.ts";
import { type Resource, withVersion } from "../resources/resource.ts";
import type { RowPosition, Source, Span } from "./source.ts";

export type SearchRequest = {
  sources: readonly Source[];
  /** Ids of resources. */
  ids?: readonly string[] | undefined;
  patientId?: number | undefined;
  span?: Span | undefined;
  /** The conditions that each resource must match. */
  filters: readonly ((resource: Resource) => boolean)[];
  count: number;
  cursor?: string | undefined;
};

type Entry = { resource: Resource; patientId: number | null };
export type Page = { entries: Entry[]; next: string | null };

/**
 * The limit of rows that are read for one page without a match: then the page is returned as it is, and the next one
 * continues.
 */
const MOST_ROWS = 1000;
/** Rows per query: a few fixed sizes, since each is a prepared statement of its own. */
const SIZES = [12, 52, 102];
const sizeFor = (missing: number) => SIZES.find((size) => size >= missing) ?? 102;
const WHOLE = -1;

/** The cursor: the source, the row in its order, and how many of the row's resources were returned; -1 for all. */
type At = RowPosition & { source: number; given: number };

const cursorOf = ({ source, key, id, given }: At) => toCursor([source, key, id, given]);

function readCursor(cursor: string): At {
  const [source, key, id, given] = fromCursor(cursor, ["number", "string", "number", "number"]);
  return { source, key, id, given };
}

/** The rows of the ids: `problem-12`; `vital-12-pulse` where a row has several. */
const rowIds = ({ prefix, isInParts }: Source, ids: readonly string[]): number[] => {
  const form = new RegExp(`^${prefix}(\\d{1,15})${isInParts ? "-" : "$"}`);
  return ids.flatMap((id) => form.exec(id)?.[1] ?? []).map(Number);
};

/** One source after the other, so that a page of several sources is read like a page of one. */
export async function readPage(clinic: ClinicScope, search: SearchRequest, now: Date): Promise<Page> {
  const { sources, count } = search;
  const from = search.cursor === undefined ? null : readCursor(search.cursor);
  const entries: (Entry & { at: At })[] = [];
  const wantedIds = search.ids && new Set(search.ids);
  const isWanted = (resource: Resource) =>
    (!wantedIds || wantedIds.has(resource.id ?? "")) && search.filters.every((matches) => matches(resource));
  let rows = 0;
  for (let place = from?.source ?? 0; place < sources.length; place += 1) {
    const source = sources[place];
    if (!source) break;
    const ids = search.ids && rowIds(source, search.ids);
    if (ids?.length === 0) continue;
    let after: At | null = from?.source === place ? from : null;
    for (;;) {
      const limit = sizeFor(count + 2 - entries.length);
      const { found, last: end } = await source.read(
        clinic,
        {
          ids,
          patientId: search.patientId,
          span: search.span,
          after: after ? { key: after.key, id: after.id, isWithin: after.given !== WHOLE } : undefined,
          limit,
        },
        now,
      );
      rows += found.length;
      for (const row of found) {
        const isContinued = after !== null && after.given !== WHOLE && row.place.id === after.id;
        const matching = row.resources.filter(isWanted).map((resource, index) => ({
          resource: withVersion(resource),
          patientId: row.patientId,
          at: { source: place, ...row.place, given: index + 1 },
        }));
        entries.push(...matching.slice(isContinued && after ? after.given : 0));
      }
      if (entries.length > count) {
        const page = entries.slice(0, count);
        const last = page.at(-1);
        return { entries: page, next: last ? cursorOf(last.at) : null };
      }
      if (!end) break;
      after = { source: place, ...end, given: WHOLE };
      if (rows >= MOST_ROWS) return { entries, next: cursorOf(after) };
    }
  }
  return { entries, next: null };
}
