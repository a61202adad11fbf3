import * as fc from "fast-check";
import { expect, it } from "vitest";
import { closedThen, type DayOff } from "./closed-days.ts";
import { freeSlots } from "./free-slots.ts";
import { MIDNIGHT } from "./hours.ts";

const everyDay = (from: string, to: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }));
const place = (...hours: { weekday: number; from: string; to: string }[][]) => ({
  id: 1,
  name: "Lying-in",
  isActive: true,
  hours: hours.flat(),
  slotMinutes: 30,
});
const thursdayOff: DayOff = {
  placeId: null,
  firstDay: "2026-11-26",
  lastDay: "2026-11-26",
  isOpen: false,
  note: null,
};
/** Of Wednesday, November 25. */
const closedAt = (of: ReturnType<typeof place>, from: number, minutes: number, daysOff: DayOff[] = []) =>
  closedThen(of, "2026-11-25", { from, to: from + minutes }, daysOff);

it("a place open around the clock is never closed, also over midnight", () => {
  const always = place(everyDay("00:00", "24:00"));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MIDNIGHT - 1 }),
      fc.integer({ min: 5, max: 480 }),
      (from, minutes) => {
        expect(closedAt(always, from, minutes)).toBeNull();
      },
    ),
  );
});

it("a night ends when its hours on the next day do, or at midnight before a day off", () => {
  const night = place(everyDay("20:00", "24:00"), everyDay("00:00", "02:00"));
  expect(closedAt(night, 23 * 60, 180)).toBeNull();
  expect(closedAt(night, 23 * 60, 181)).not.toBeNull();
  expect(closedAt(night, 23 * 60, 60, [thursdayOff])).toBeNull();
  expect(closedAt(night, 23 * 60, 61, [thursdayOff])).not.toBeNull();
  expect(closedAt(place(everyDay("20:00", "24:00")), 23 * 60, 61)).not.toBeNull();
});

it("free times run over midnight, each once", () => {
  const night = place(everyDay("23:00", "24:00"), everyDay("00:00", "01:00"));
  const found = freeSlots([night], [], [], {
    from: new Date("2026-11-25T14:00:00Z"),
    days: 2,
    most: { inAll: 4, ofDay: 9 },
    minutes: 60,
  });
  expect(found.map(({ startsAt }) => startsAt)).toEqual([
    "2026-11-25T15:00:00.000Z",
    "2026-11-25T15:30:00.000Z",
    "2026-11-25T16:00:00.000Z",
    "2026-11-26T15:00:00.000Z",
  ]);
});
