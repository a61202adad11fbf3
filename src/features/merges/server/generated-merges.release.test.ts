import { afterAll, beforeAll, expect, it } from "vitest";
import { Random } from "#scripts/demo/random.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { proveMerges } from "#test/safety/merges.ts";

/** `MERGED_PAIRS=1000` for a long run, `MERGE_SEED` for another seed. */
const pairs = Number(process.env.MERGED_PAIRS ?? 60);
const seed = Number(process.env.MERGE_SEED ?? 16);

let app: TestApp;

beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

it(`restores both with all their entries: ${pairs} pairs`, {
  timeout: 600_000,
}, async () => {
  const figures = await proveMerges({ stage: app, many: () => pairs, random: new Random(seed) });
  expect(figures.filter(({ passes }) => !passes)).toEqual([]);
});
