import { expect, test } from "vitest";
import { inEnvironment, openEnvironmentSource } from "../harness/environment.ts";
import { proveLargestInput } from "./largest-input.ts";

/** A clinic of a few hundred patients instead of 50,000. `npm run prove -- hostile` measures the delay of others. */
test("the largest input of each call is answered, and other clinics keep working", async () => {
  const environment = await openEnvironmentSource(20_261_123, 0.01);
  try {
    const figures = await inEnvironment(environment, proveLargestInput);
    const unmeasured = figures.filter(({ what }) => !what.includes("99 in a hundred"));
    expect(unmeasured.filter(({ passes }) => !passes)).toEqual([]);
  } finally {
    await environment.close();
  }
}, 60_000);
