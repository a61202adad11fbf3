import { expect, test } from "vitest";
import { openEnvironmentSource } from "#measure/harness/environment.ts";
import { onPair } from "#measure/harness/pair.ts";
import { proveRestarts } from "#measure/safety/processes.ts";

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
