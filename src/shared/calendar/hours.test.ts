import { expect, it } from "vitest";
import { hoursInWords } from "./hours.ts";

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
