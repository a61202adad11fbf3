import { expect, test } from "vitest";
import type { Appointment } from "#features/appointments/contract.ts";
import { columnsOf } from "./calendar-days.ts";

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
