import { expect, test } from "vitest";
import { typedQuantity } from "./typed-quantity.ts";

test.each([
  ["30", 30, null],
  ["#21", 21, null],
  ["# 21 capsules", 21, "capsules"],
  ["30's", 30, null],
  ["60 mL", 60, "mL"],
  ["60mL", 60, "mL"],
  ["1 box of 100", 1, "box of 100"],
  ["30 (thirty)", 30, null],
  ["#21 (Twenty one) tablets", 21, "tablets"],
  ["110 (one hundred and ten) caps", 110, "caps"],
  ["30 (twenty)", 30, "(twenty)"],
  ["1 (60 mL)", 1, "(60 mL)"],
  ["1,000", 1000, null],
  ["1.5 bottles", 1.5, "bottles"],
])("%j is %d of %j", (typed, count, unit) => {
  expect(typedQuantity(typed)).toEqual({ count, unit });
});

test.each([
  "",
  null,
  "0",
  "1/2 bottle",
  "½ bottle",
  "10-15",
  "10 to 15",
  "2 x 30",
  "2 × 30",
  "thirty (30)",
  "1,00",
  "0,500",
])("%j is not one number", (typed) => {
  expect(typedQuantity(typed)).toBeNull();
});
