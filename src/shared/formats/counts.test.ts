import { expect, test } from "vitest";
import { formatCount } from "./counts.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1204, "1,204"],
  [12_345, "12,345"],
  [123_456, "123,456"],
  [1_234_567, "1,234,567"],
  [-1204, "-1,204"],
])("%i is read as %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});
