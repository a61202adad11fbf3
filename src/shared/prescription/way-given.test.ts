import { expect, test } from "vitest";
import { wayGiven } from "./way-given.ts";

test.each([
  ["tab", "mouth"],
  ["Film-coated tablet", "mouth"],
  ["suspension", "mouth"],
  ["suppository", "rectum"],
  ["nebule", "nebulizer"],
  ["Neb. solution", "nebulizer"],
  ["MDI", "inhaler"],
  ["Turbuhaler", "inhaler"],
  ["eye drops", "eye"],
  ["ophthalmic ointment", "eye"],
  ["vaginal tablet", "vagina"],
  ["cream", "skin"],
  ["pre-filled pen", "injection"],
  ["drops", null],
  ["solution", null],
  ["", null],
  [null, null],
])("%s", (form, way) => {
  expect(wayGiven(form)).toBe(way);
});
