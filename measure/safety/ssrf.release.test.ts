import { expect, test } from "vitest";
import { openEnvironmentSource } from "#test/harness/environment.ts";
import { ssrf } from "./ssrf.ts";

/** One of the forty texts that `npm run prove -- input` puts on the papers. */
test("nothing is fetched or read while a paper is drawn", async () => {
  const environment = await openEnvironmentSource(20_261_122, 0.025);
  try {
    const figures = await ssrf(environment);
    expect(figures.filter(({ passes }) => !passes)).toEqual([]);
  } finally {
    await environment.close();
  }
}, 180_000);
