import { expect, test } from "vitest";
import type { ClinicScope } from "#server/database/db.ts";
import type { Resource } from "../resources/resource.ts";
import { readPage } from "./read-page.ts";
import type { Source } from "./source.ts";

const clinic = {} as ClinicScope;
const now = new Date("2026-11-20T02:42:00Z");

/**
 * Rows 1 to `rows`, each with two resources; a read returns at most `most`, as when rows are too long for one query.
 */
const made = (prefix: string, rows: number, most: number): Source => ({
  prefix,
  isByTime: false,
  isInParts: true,
  async read(_clinic, { after, limit }) {
    const first = after ? after.id + (after.isWithin ? 0 : 1) : 1;
    const ids = Array.from({ length: Math.max(0, rows - first + 1) }, (_, n) => first + n);
    const read = ids.slice(0, Math.min(most, limit));
    const found = read.map((id) => ({
      place: { key: "", id },
      patientId: id,
      resources: ["a", "b"].map(
        (part): Resource => ({ resourceType: "Observation", id: `${prefix}${id}-${part}` }),
      ),
    }));
    return { found, last: read.length < ids.length ? (found.at(-1)?.place ?? null) : null };
  },
});

async function allOf(sources: Source[], count: number, filters: ((one: Resource) => boolean)[] = []) {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; ; ) {
    const { entries, next } = await readPage(clinic, { sources, filters, count, cursor }, now);
    expect(entries.length).toBeLessThanOrEqual(count);
    ids.push(...entries.map(({ resource }) => resource.id ?? ""));
    pages += 1;
    if (next === null) return { ids, pages };
    cursor = next;
  }
}

const whole = ["x-", "y-"].flatMap((prefix) =>
  [1, 2, 3, 4, 5].flatMap((id) => [`${prefix}${id}-a`, `${prefix}${id}-b`]),
);

test.each([1, 2, 3, 7, 20, 50])("pages of %i of two sources lose and repeat nothing", async (count) => {
  for (const most of [1, 2, 100])
    expect((await allOf([made("x-", 5, most), made("y-", 5, most)], count)).ids).toEqual(whole);
});

test("a selective search reads a thousand rows for a page, and continues after them", async () => {
  const { ids, pages } = await allOf([made("x-", 2500, 100)], 50, [({ id }) => id === "x-2400-b"]);
  expect(ids).toEqual(["x-2400-b"]);
  expect(pages).toBe(3);
});
