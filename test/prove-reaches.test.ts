import { expect, inject, test } from "vitest";
import { houseOn } from "#prove/ground.ts";
import { proveReaches } from "#prove/reaches.ts";

/** One text of the forty that `npm run prove -- input` puts on the papers. */
test("nothing is fetched or read while a paper is drawn", async () => {
  const figures = await proveReaches(houseOn(inject("postgresUrl"), { share: 0.025, seed: 20_261_122 }));
  expect(figures.filter(({ holds }) => !holds)).toEqual([]);
}, 60_000);
