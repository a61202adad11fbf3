import { expect, test } from "vitest";
import { isQuiet } from "./quiet-hours.ts";

test.each([
  ["2026-11-20T19:59:59+08:00", false],
  ["2026-11-20T20:00:00+08:00", true],
  ["2026-11-20T23:59:00+08:00", true],
  ["2026-11-21T00:00:00+08:00", true],
  ["2026-11-21T07:59:59+08:00", true],
  ["2026-11-21T08:00:00+08:00", false],
])("%s: %s", (instant, quiet) => {
  expect(isQuiet(new Date(instant))).toBe(quiet);
});
