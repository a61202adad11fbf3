import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { calendarDay, optionalInstant } from "./fields.ts";
import { isSameInstant, parseInstant } from "./instants.ts";

describe("an instant", () => {
  it.each([
    ["2026-11-24T09:00:00+08:00", "2026-11-24T01:00:00.000Z"],
    ["2026-11-24T09:00+0800", "2026-11-24T01:00:00.000Z"],
    ["2026-11-24T01:00Z", "2026-11-24T01:00:00.000Z"],
    ["2026-11-24T01:00:00.123456Z", "2026-11-24T01:00:00.123Z"],
    ["2028-02-29T00:00:00-12:00", "2028-02-29T12:00:00.000Z"],
    ["2026-11-24T00:00:00+14:00", "2026-11-23T10:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso);
  });

  it.each([
    "2026-11-31T10:00:00+08:00",
    "2027-02-29T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-11-24T24:00:00Z",
    "2026-11-24T10:60:00Z",
    "2026-11-24T10:00:60Z",
    "2026-11-24T10:00:00+14:01",
    "2026-11-24T10:00:00-12:30",
    "2026-11-24T10:00:00+08:60",
    "2026-11-24T10:00:00",
    "2026-11-24",
    "9999-12-31T23:59:00-12:00",
    "1899-12-31T10:00:00Z",
    "2026-11-24T10:00 PM +08:00",
  ])("is not %s", (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe("a field of an instant", () => {
  it("without an offset is Manila time, and refuses a day that does not exist", () => {
    expect(z.safeParse(optionalInstant, "2026-11-24T09:00").data).toBe("2026-11-24T01:00:00.000Z");
    expect(z.safeParse(optionalInstant, "2026-11-31T09:00").error?.issues).toMatchObject([
      { message: "Enter a date and time" },
    ]);
  });
});

describe("a field of a day", () => {
  it.each([
    ["2026-11-31", "Enter a date that exists, as YYYY-MM-DD"],
    ["9999-12-31", "Enter a date from 1900 to 2199"],
    ["0001-01-01", "Enter a date from 1900 to 2199"],
  ])("refuses %s", (day, message) => {
    expect(z.safeParse(calendarDay, day).error?.issues).toMatchObject([{ message }]);
  });
});

it.each([
  ["2026-11-24T01:00:00Z", "2026-11-24T01:00:00.000Z", true],
  ["2026-11-24T01:00:00Z", "2026-11-24T09:00:00+08:00", true],
  ["2026-11-24T01:00:00Z", "2026-11-24T01:00:01Z", false],
  ["2026-11-24T01:00:00Z", null, false],
  [null, null, true],
])("%s and %s are the same: %s", (one, other, isSame) => {
  expect([isSameInstant(one, other), isSameInstant(other, one)]).toEqual([isSame, isSame]);
});
