import { expect, it } from "vitest";
import { payPeriods } from "./pay-periods.ts";

it("offers the months and half months that have begun", () => {
  expect(payPeriods("2026-03-15").map(({ label, from, to }) => [label, from, to])).toEqual([
    ["March 2026", "2026-03-01", "2026-03-31"],
    ["March 2026, 1 to 15", "2026-03-01", "2026-03-15"],
    ["February 2026", "2026-02-01", "2026-02-28"],
    ["February 2026, 16 to 28", "2026-02-16", "2026-02-28"],
    ["February 2026, 1 to 15", "2026-02-01", "2026-02-15"],
  ]);
  expect(payPeriods("2028-01-16").map(({ from, to }) => `${from} ${to}`)).toEqual([
    "2028-01-01 2028-01-31",
    "2028-01-16 2028-01-31",
    "2028-01-01 2028-01-15",
    "2027-12-01 2027-12-31",
    "2027-12-16 2027-12-31",
    "2027-12-01 2027-12-15",
  ]);
});
