import { expect, test } from "vitest";
import { unlikelyBody } from "./body-mass.ts";

test.each([
  [165, 60, 600, "BMI 458.3 can hardly be: are weight and height swapped?"],
  [165, 60, null, "BMI 458.3 can hardly be: are weight and height swapped?"],
  [20, 160, 600, "BMI 7.8 can hardly be: check weight and height"],
  [220, 160, 600, "BMI 85.9 can hardly be: are weight and height swapped?"],
  [60, 165, 600, undefined],
  [200, 160, 600, undefined],
  [1.05, 37, 0, undefined],
  [null, 165, 600, undefined],
])("%d kg and %d cm at %d months: %s", (weight, height, months, text) => {
  expect(unlikelyBody({ weight, height }, months).height?.text).toBe(text);
});
