import { expect, test } from "vitest";
import { unlikelyAlone, unlikelyBody } from "./body-mass.ts";

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

test.each([
  [5.44, null, 600, { weight: "5.44 kg can hardly be, for an adult: check the weight" }],
  [304, null, 600, { weight: "304 kg can hardly be, for an adult: check the weight" }],
  [null, 57, 600, { height: "57 cm can hardly be, for an adult: check the height" }],
  [null, 245, 600, { height: "245 cm can hardly be, for an adult: check the height" }],
  [20, null, 600, {}],
  [null, 100, 600, {}],
  [5.44, 57, 600, {}],
  [5.44, null, 6, {}],
  [5.44, null, null, {}],
  [null, null, 600, {}],
])("%s kg and %s cm at %s months, of which one is not measured: %j", (weight, height, months, texts) => {
  const flags = Object.entries(unlikelyAlone({ weight, height }, months));
  expect(Object.fromEntries(flags.map(([sign, { text }]) => [sign, text]))).toEqual(texts);
});
