import { expect, test } from "vitest";
import { kills } from "#measure/safety/kills.ts";

/** One round of what `npm run prove -- faults` repeats 500 times. */
test("what was acknowledged outlives a kill of the application and of the database", async () => {
  const figures = await kills({ share: 0.002, seed: 20_261_122 });
  expect(figures.filter(({ passes }) => !passes)).toEqual([]);
}, 120_000);
