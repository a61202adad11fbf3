import fc from "fast-check";
import { expect, it } from "vitest";
import { clockInWords, clockOf, hoursInWords, openOn, weekdaysThatDiffer, withWeekdays } from "./hours.ts";
import { clockTyped } from "./typed-clock.ts";

const on = (weekday: number, from: string, to: string) => ({ weekday, from, to });

it("formats weekly hours in one line, grouping days with the same hours", () => {
  const mornings = [1, 2, 3, 5].map((weekday) => on(weekday, "08:00", "12:00"));
  const afternoons = [1, 2].map((weekday) => on(weekday, "13:00", "17:30"));
  expect(hoursInWords([...afternoons, ...mornings])).toBe(
    "Mon to Tue 8:00 AM to 12:00 PM, 1:00 PM to 5:30 PM · Wed 8:00 AM to 12:00 PM · Fri 8:00 AM to 12:00 PM",
  );
  expect(hoursInWords([on(7, "00:00", "24:00")])).toBe("Sun 12:00 AM to 12:00 AM");
  expect(hoursInWords([])).toBeNull();
});

const oneWeek = Array.from({ length: 7 }, (_, index) => `2026-11-${23 + index}`);
const week = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 7 }),
    fc.constantFrom("08:00", "09:30"),
    fc.constantFrom("12:00", "13:00"),
  ),
  { maxLength: 10 },
);

it("replaces the hours of the days that differ, and keeps those of the others", () => {
  fc.assert(
    fc.property(week, week, week, (stored, opened, typed) => {
      const [now, before, after] = [stored, opened, typed].map((hours) => hours.map((each) => on(...each)));
      const weekdays = weekdaysThatDiffer(before ?? [], after ?? []);
      const saved = withWeekdays(now ?? [], { hours: after ?? [], weekdays });
      for (const [index, day] of oneWeek.entries())
        expect(openOn(saved, day)).toEqual(openOn((weekdays.includes(index + 1) ? after : now) ?? [], day));
    }),
  );
});

it.each([
  ["3pm", "15:00"],
  ["3:30 p.m.", "15:30"],
  ["8 AM", "08:00"],
  ["12am", "00:00"],
  ["12 pm", "12:00"],
  ["12 NN", "12:00"],
  ["1530", "15:30"],
  ["8.30", "08:30"],
  ["24:00", "24:00"],
  ["3", null],
  ["13pm", null],
  ["25:00", null],
  ["8:60", null],
  ["soon", null],
])("reads %s as %s", (text, clock) => expect(clockTyped(text)).toBe(clock));

it("reads every time of day as it is shown and as it is stored", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 * 60 - 1 }), (minute) => {
      const clock = clockOf(minute);
      expect(clockTyped(clock)).toBe(clock);
      expect(clockTyped(clockInWords(clock))).toBe(clock);
    }),
  );
});
