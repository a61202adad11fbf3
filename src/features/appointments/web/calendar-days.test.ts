import { expect, test } from "vitest";
import type { Appointment } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { clockOf } from "#shared/calendar/hours.ts";
import { columnsOf, freeOn } from "./calendar-days.ts";

/** From a clock in Manila on one day. */
const at = (id: number, clock: string, minutes = 30) =>
  ({ id, startsAt: `2026-12-01T${clock}:00+08:00`, minutes }) as Appointment;

const placed = (appointments: Appointment[]) => {
  const { shown, crowds } = columnsOf(appointments);
  return { shown: shown.map(({ appointment: { id }, column, of }) => [id, column, of]), crowds };
};

test("two at one time are side by side, and those apart have the whole width", () => {
  expect(placed([at(1, "09:00"), at(2, "09:15"), at(3, "09:30"), at(4, "11:00")])).toEqual({
    shown: [
      [1, 0, 2],
      [2, 1, 2],
      [3, 0, 2],
      [4, 0, 1],
    ],
    crowds: [],
  });
});

test("of more than two, one is legible and the others are counted beside it", () => {
  const crowd = [at(1, "09:00"), at(2, "09:00"), at(3, "09:00", 60), at(4, "09:00"), at(5, "13:00")];
  expect(placed(crowd)).toEqual({
    shown: [
      [1, 0, 2],
      [5, 0, 1],
    ],
    crowds: [{ from: 9 * 60, to: 10 * 60, count: 3 }],
  });
});

test("a time is free if nobody is booked then, at any place, from the evening before on", () => {
  const place = (id: number, from: string, to: string) =>
    ({ id, name: "", slotMinutes: 30, hours: [{ weekday: 2, from, to }] }) as unknown as Place;
  // A Tuesday.
  const day = "2026-12-01";
  const overnight = { ...at(1, "09:00", 90), startsAt: "2026-11-30T23:30:00+08:00", placeId: 7 };
  const elsewhere = { ...at(2, "09:15"), placeId: 7 };
  const givenUp = { ...at(3, "02:00"), placeId: 5, state: "cancelled" as const };
  const free = (now: string) =>
    freeOn(day, [place(5, "00:00", "02:30"), place(6, "09:00", "10:30")], {
      appointments: [overnight, elsewhere, givenUp],
      daysOff: [],
      now: new Date(now),
    }).map(({ from, place: { id } }) => `${id} ${clockOf(from)}`);
  expect(free("2026-11-29T00:00:00Z")).toEqual(["5 01:00", "5 01:30", "5 02:00", "6 10:00"]);
  expect(free(`${day}T01:45:00+08:00`)).toEqual(["5 02:00", "6 10:00"]);
  expect(free("2026-12-02T00:00:00+08:00")).toEqual([]);
});
