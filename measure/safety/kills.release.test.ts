import { expect, test } from "vitest";
import { kills } from "./kills.ts";

/** One round of `npm run prove -- faults`, which repeats it 500 times. */
test("what was acknowledged survives a kill of the application and of the database", async () => {
  const figures = await kills({ share: 0.002, seed: 20_261_122 });
  expect(figures.filter(({ passes }) => !passes)).toEqual([]);
}, 120_000);
