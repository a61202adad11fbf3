import { expect, test } from "vitest";
import { onGround, openHouse } from "#prove/ground.ts";
import { proveLargestInput } from "#prove/largest-input.ts";

/** A clinic of a few hundred patients in place of 50,000. How long others wait is measured by `npm run prove -- hostile`. */
test("the largest input that each call takes is answered, and other clinics go on", async () => {
  const house = await openHouse(20_261_123, 0.01);
  try {
    const figures = await onGround(house, proveLargestInput);
    const unmeasured = figures.filter(({ what }) => !what.includes("99 in a hundred"));
    expect(unmeasured.filter(({ holds }) => !holds)).toEqual([]);
  } finally {
    await house.close();
  }
}, 60_000);
