import { expect, test } from "vitest";
import { lmsOf } from "#features/growth/server/lms-tables.ts";
import { growthOf } from "#shared/clinical/growth/indicators.ts";
import { beyondLimits } from "#shared/clinical/growth/limits.ts";
import { laterVitals, someVitals } from "./ailments.ts";
import { Random } from "./random.ts";

test("no child of the demo has a body that the clinic is asked about", () => {
  const random = new Random(1);
  for (let ageInDays = 1; ageInDays < 19 * 365; ageInDays += 5)
    for (const sex of ["F", "M"] as const) {
      const first = someVitals(random, ageInDays / 365.25);
      for (const { weight, height } of [first, laterVitals(random, first)]) {
        const measured = { weight, height, headCircumference: null, heightPosition: null };
        const points = growthOf(measured, { sex, ageInDays, gestation: null }, lmsOf);
        expect(beyondLimits(points), `${sex}, ${ageInDays} days: ${weight} kg, ${height} cm`).toEqual({});
      }
    }
});
