import { expect, test } from "vitest";
import { inPercent, inPercents } from "./report-words.ts";

test.each([
  [4347n, 10_000n, "43%"],
  [4350n, 10_000n, "44%"],
  [0, 248, "0%"],
  [0, 0, "0%"],
  [1, 248, "<1%"],
  [247, 248, ">99%"],
  [248, 248, "100%"],
  [53, 50, "106%"],
])("%s of %s is %s, rounded once", (part, whole, words) => {
  expect(inPercent(part, whole)).toBe(words);
});

test.each([
  [
    [4347n, 5653n],
    ["43%", "57%"],
  ],
  [
    [4350n, 5650n],
    ["44%", "56%"],
  ],
  [
    [1, 1, 1],
    ["34%", "33%", "33%"],
  ],
  [
    [31, 96, 121],
    ["12%", "39%", "49%"],
  ],
  [
    [0, 0, 0],
    ["0%", "0%", "0%"],
  ],
  [
    [999_999, 1, 0],
    [">99%", "<1%", "0%"],
  ],
])("the parts %s are %s, 100 together", (parts, words) => {
  expect(inPercents(parts)).toEqual(words);
});
