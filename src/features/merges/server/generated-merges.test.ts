import { afterAll, beforeAll, expect, test as it } from "vitest";
import { MergeChoices, mergePatients, undoMerge } from "#features/merges/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { GeneratedPairs, type Pair, randomFrom, rowTexts, tablesBelow } from "#test/data/generated-pairs.ts";

/** `MERGED_PAIRS=1000` for a long run, `MERGE_SEED` for other ones. */
const pairs = Number(process.env.MERGED_PAIRS ?? 200);
const seed = Number(process.env.MERGE_SEED ?? 16);
const batch = 100;

let app: TestApp;
let made: GeneratedPairs;
const random = randomFrom(seed);

beforeAll(async () => {
  app = await startTestApp({ CHANGES_PER_MINUTE: "1000000" });
  made = await GeneratedPairs.open(app, random);
});
afterAll(() => app.close());

const choices = () =>
  Object.fromEntries(
    Object.keys(MergeChoices.shape).flatMap((field) => {
      const drawn = random();
      return drawn < 0.3 ? [[field, drawn < 0.15 ? "survivor" : "other"]] : [];
    }),
  );

async function mergeAll(all: readonly Pair[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { survivor, other } of all) {
    const answer = await app.call(mergePatients, made.clinic.owner.token, {
      params: { id: survivor },
      body: { otherId: other, choices: choices() },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    ids.push(answer.json().id);
  }
  return ids;
}

async function rowsThatName(ids: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tablesBelow(app)) {
    const [row] = await app.sql<{ count: string }>(
      `select count(*) from ${table} t where clinic_id = any($1) and exists (
         select from jsonb_each_text(to_jsonb(t)) part where part.key ~ 'patient_id$' and part.value = any($2))`,
      [[made.clinic.id, made.colleague.id], ids.map(String)],
    );
    if (Number(row?.count) > 0) found.push(table);
  }
  return found;
}

const history = (before: string | null) =>
  app.sql<{ state: string; last: string }>(
    `select md5(string_agg(h::text, ',' order by id)) as state, max(id)::text as last from record_history h
     where clinic_id = any($1) and ($2::bigint is null or id <= $2)`,
    [[made.clinic.id, made.colleague.id], before],
  );

it(`gives both back as they were, with all that hung on them: ${pairs} pairs`, {
  timeout: 600_000,
}, async () => {
  const clinics = [made.clinic.id, made.colleague.id];
  for (let done = 0; done < pairs; done += batch) {
    const all = await made.add(Math.min(batch, pairs - done));
    const others = all.map(({ other }) => other);
    const hung = await rowsThatName(others);
    expect(hung, "every table below patients has rows of theirs").toEqual(await tablesBelow(app));
    const before = await rowTexts(app, clinics);
    const [noted] = await history(null);
    const ids = await mergeAll(all);
    expect(await rowsThatName(others)).toEqual([]);
    for (const id of ids.toReversed()) {
      const undone = await app.call(undoMerge, made.clinic.owner.token, { params: { id } });
      expect(undone.statusCode, undone.body).toBe(200);
    }
    const after = await rowTexts(app, clinics);
    const differs = [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => before.get(key) !== after.get(key))
      .map((key) => ({ key, before: before.get(key), after: after.get(key) }));
    expect(differs.slice(0, 3), `${differs.length} rows differ`).toEqual([]);
    expect((await history(noted?.last ?? null))[0]?.state).toBe(noted?.state);
  }
});
