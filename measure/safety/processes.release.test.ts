import { expect, test } from "vitest";
import { openEnvironmentSource } from "#test/harness/environment.ts";
import { onPair } from "#test/harness/pair.ts";
import { proveRestarts } from "./processes.ts";

/** A short run of the family `processes` of `npm run prove`: real processes, restarted under load. */
test("one of two processes behind a balancer restarts without a failed request", async () => {
  const source = await openEnvironmentSource(20_261_122, 0.01);
  try {
    const figures = await onPair(source, (pair) => proveRestarts(pair, 20, [0]));
    expect(figures.filter(({ passes }) => !passes)).toEqual([]);
  } finally {
    await source.close();
  }
}, 180_000);
