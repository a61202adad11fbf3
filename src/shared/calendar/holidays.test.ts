import { expect, test } from "vitest";
import { addDays, weekdayOf } from "#shared/formats/dates.ts";
import { holidays } from "./holidays.ts";

/** Easter Sunday by the rule of Meeus, Jones and Butcher. */
function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return `${year}-${String(Math.floor(n / 31)).padStart(2, "0")}-${String((n % 31) + 1).padStart(2, "0")}`;
}

const fixed = {
  "New Year's Day": "01-01",
  "Day of Valor": "04-09",
  "Labor Day": "05-01",
  "Independence Day": "06-12",
  "Ninoy Aquino Day": "08-21",
  "All Saints' Day": "11-01",
  "Bonifacio Day": "11-30",
  "Immaculate Conception": "12-08",
  "Christmas Day": "12-25",
  "Rizal Day": "12-30",
  "Last Day of the Year": "12-31",
};

test.each([2026, 2027, 2028])("%i has each day that a law fixes, on its day", (year) => {
  const on = (name: string) =>
    holidays.filter((one) => one.name === name && one.day.startsWith(`${year}-`)).map(({ day }) => day);
  for (const [name, day] of Object.entries(fixed)) expect(on(name), name).toEqual([`${year}-${day}`]);
  expect(on("Maundy Thursday")).toEqual([addDays(easter(year), -3)]);
  expect(on("Good Friday")).toEqual([addDays(easter(year), -2)]);
  const [heroes = ""] = on("National Heroes Day");
  expect([weekdayOf(heroes), heroes.slice(0, 7), addDays(heroes, 7).slice(5, 7)]).toEqual([
    1,
    `${year}-08`,
    "09",
  ]);
});
