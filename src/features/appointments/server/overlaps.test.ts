import { expect, it } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { overlapsOf, type Timed } from "./overlaps.ts";

const HOUR = 3_600_000;
const at = (id: number, start: number, hours: number, more: Partial<Timed["row"]> = {}): Timed => ({
  row: { id, state: "booked", ...more },
  start: start * HOUR,
  end: (start + hours) * HOUR,
});

it("counts those at the same time, at any place of the one doctor, not adjacent ones or free times", () => {
  const overlaps = overlapsOf([
    at(1, 8, 4),
    at(2, 9, 1),
    at(3, 9, 1),
    at(4, 9, 1, { state: "cancelled" }),
    at(5, 9, 1, { state: "left" }),
    at(6, 10, 1),
    at(7, 12, 1),
  ]);
  expect([...overlaps]).toEqual([
    [1, 3],
    [2, 2],
    [3, 2],
    [6, 1],
  ]);
});

it("counts 2,000 at one time within 100 ms", () => {
  const around = Array.from({ length: 2000 }, (_, id) => at(id, 8 + id / 1000, 8));
  overlapsOf(around.slice(0, 100));
  const before = cpuTime();
  const overlaps = overlapsOf(around);
  expect(cpuTime() - before).toBeLessThan(100);
  expect(overlaps.get(1000)).toBe(1999);
});
