import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  addDays,
  birthdaysMeant,
  formatClock,
  formatDay,
  formatInstant,
  formatLongDay,
  formatTypedDate,
  formatWeekday,
  isCalendarDay,
  manilaClock,
  manilaDay,
  manilaDayRange,
  parseTypedDate,
  relativeTime,
  startOfPeriod,
  waitingLabel,
  weekOf,
} from "#shared/formats/dates.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(["UTC", "Asia/Manila", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "on a machine set to %s",
  (zone) => {
    test("the day turns at midnight in Manila", () => {
      vi.stubEnv("TZ", zone);
      expect(manilaDay(new Date("2026-11-20T15:59:59.999Z"))).toBe("2026-11-20");
      expect(manilaDay(new Date("2026-11-20T16:00:00Z"))).toBe("2026-11-21");
      expect(manilaDay(new Date("2026-11-20T16:30:00Z"))).toBe("2026-11-21");
      expect(manilaDay(new Date("2026-12-31T16:00:00Z"))).toBe("2027-01-01");
    });

    test("clocks and dates are Manila's", () => {
      vi.stubEnv("TZ", zone);
      expect(formatInstant("2026-11-20T01:31:00Z")).toBe("Nov 20, 2026, 9:31 AM");
      expect(formatInstant("2026-11-20T16:05:00Z")).toBe("Nov 21, 2026, 12:05 AM");
      expect(formatClock("2026-11-20T04:00:00Z")).toBe("12:00 PM");
      expect(manilaClock(new Date("2026-11-20T16:05:09Z"))).toBe("00:05:09");
      expect(formatDay("2026-11-20")).toBe("Nov 20, 2026");
      expect(formatWeekday("2026-11-20")).toBe("Friday");
      expect(formatWeekday("2024-02-29")).toBe("Thursday");
      expect(formatLongDay("2026-11-05")).toBe("November 5, 2026");
      expect(parseTypedDate("11/20/2026")).toBe("2026-11-20");
    });
  },
);

test("the range of a Manila day has its 24 hours", () => {
  const { start, end } = manilaDayRange("2026-11-21");
  expect(start.toISOString()).toBe("2026-11-20T16:00:00.000Z");
  expect(end.toISOString()).toBe("2026-11-21T16:00:00.000Z");
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1900-01-02Z"), max: new Date("2200-01-01Z"), noInvalidDate: true }),
      (instant) => {
        const range = manilaDayRange(manilaDay(instant));
        expect(range.start <= instant && instant < range.end).toBe(true);
      },
    ),
  );
});

test("days are counted over months and leap years", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(() => addDays("2026-02-30", 1)).toThrow(RangeError);
});

test.each([
  ["all", null],
  ["week", "2026-11-14"],
  ["month", "2026-11-01"],
  ["quarter", "2026-10-01"],
  ["year", "2026-01-01"],
] as const)("the period %s starts on %s", (period, start) => {
  expect(startOfPeriod(period, "2026-11-20")).toBe(start);
});

test("quarters start in January, April, July and October", () => {
  expect(startOfPeriod("quarter", "2026-03-31")).toBe("2026-01-01");
  expect(startOfPeriod("quarter", "2026-04-01")).toBe("2026-04-01");
  expect(startOfPeriod("quarter", "2026-09-30")).toBe("2026-07-01");
});

test.each([
  ["11/20/2026", "2026-11-20"],
  ["1/5/2026", "2026-01-05"],
  ["02-29-2028", "2028-02-29"],
  ["2026-11-20", "2026-11-20"],
  ["Nov 20, 2026", "2026-11-20"],
  ["november 5 2026", "2026-11-05"],
  ["Sept. 8, 1959", "1959-09-08"],
  ["20/11/2026", null],
  ["02/29/2026", null],
  ["11/20/26", null],
  ["0/5/2026", null],
  ["Foo 5, 2026", null],
  ["", null],
])("typed %j is %s", (typed, day) => {
  expect(parseTypedDate(typed)).toBe(day);
});

test("a day shown for typing reads back as itself", () => {
  expect(formatTypedDate("2026-01-05")).toBe("01/05/2026");
  expect(parseTypedDate(formatTypedDate("2026-01-05"))).toBe("2026-01-05");
});

test("only days that exist are days", () => {
  expect(isCalendarDay("2028-02-29")).toBe(true);
  for (const text of ["2026-02-29", "2026-13-01", "2026-11-31", "26-11-20", "2026-11-20T00:00", ""]) {
    expect(isCalendarDay(text)).toBe(false);
  }
});

test("text that is no day is shown unchanged", () => {
  expect(formatDay("sometime in May")).toBe("sometime in May");
});

test.each([
  ["2026-11-20T02:00:00Z", "Just now"],
  ["2026-11-20T02:00:20Z", "Just now"],
  ["2026-11-20T01:59:00Z", "1m ago"],
  ["2026-11-20T01:01:00Z", "59m ago"],
  ["2026-11-20T01:00:00Z", "1h ago"],
  ["2026-11-19T02:01:00Z", "23h ago"],
  ["2026-11-19T02:00:00Z", "1d ago"],
  ["2026-11-14T02:00:00Z", "6d ago"],
  ["2026-11-12T17:00:00Z", "Nov 13, 2026"],
])("at 10:00 in Manila, %s was %s", (iso, label) => {
  expect(relativeTime(iso, new Date("2026-11-20T02:00:30Z"))).toBe(label);
});

test("waiting times are in hours and minutes", () => {
  expect(waitingLabel(0)).toBe("0m");
  expect(waitingLabel(8.9)).toBe("8m");
  expect(waitingLabel(72)).toBe("1h 12m");
  expect(waitingLabel(120)).toBe("2h 0m");
});

describe("a birthday in a search", () => {
  test.each([
    "1958-08-27",
    "1958/8/27",
    "1958.08.27",
    "08/27/1958",
    "8-27-1958",
    "27/08/1958",
    "27.8.1958",
    "Aug 27 1958",
    "Aug. 27, 1958",
    "August 27, 1958",
    "27 Aug 1958",
    "27-AUG-1958",
    "  27  august , 1958 ",
  ])("%j is one day", (typed) => {
    expect(birthdaysMeant(typed)).toEqual({ from: "1958-08-27", to: "1958-08-27" });
  });

  test("is month first if ambiguous", () => {
    expect(birthdaysMeant("05/08/1958")?.from).toBe("1958-05-08");
  });

  test("is any day of a year typed alone", () => {
    expect(birthdaysMeant("1958")).toEqual({ from: "1958-01-01", to: "1958-12-31" });
  });

  test.each([
    "",
    "santos",
    "02/29/1958",
    "31/04/1958",
    "13/13/1958",
    "27/08/58",
    "0000-01-01",
    "0917 555 0142",
    "20260315-007",
    "1858",
    "1958-08",
    "Aug 1958",
    "1958-08-27-1",
    "１９５８",
    "Ma 27 1958",
  ])("%j is none", (typed) => {
    expect(birthdaysMeant(typed)).toBeNull();
  });
});

test.each(["2026-11-22", "2026-11-25", "2026-11-28"])("the week of %s is Sunday to Saturday", (day) => {
  const week = weekOf(day);
  expect([week.length, week[0], week[6]]).toEqual([7, "2026-11-22", "2026-11-28"]);
});
