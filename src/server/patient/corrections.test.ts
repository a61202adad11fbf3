import { expect, test } from "vitest";
import { isCorrection } from "./corrections.ts";

const dose = { id: 1, state: "given", lot: null, site: "left arm" };

test.each([
  [{}, false],
  [{ lot: "L-118" }, false],
  [{ site: "left arm" }, false],
  [{ site: "right arm" }, true],
  [{ site: null }, true],
  [{ state: "entered_in_error" }, true],
  [{ state: "given" }, false],
  [{ state: "resolved" }, false],
])("%j overwrites what was recorded: %s", (changes, isOne) => {
  expect(isCorrection(dose, changes, ["lot", "site"])).toBe(isOne);
});

test("taking a mistake back is a correction", () => {
  expect(isCorrection({ ...dose, state: "entered_in_error" }, { state: "given" }, [])).toBe(true);
});
