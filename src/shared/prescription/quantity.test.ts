import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { daysGiven, doseTaken, quantityOf } from "./quantity.ts";

const of = (dosage: string, frequency: string, duration: string, form?: string) =>
  quantityOf({ dosage, frequency, duration, form });

test.each([
  ["1 cap", "TID", "7 days", 21],
  ["1 capsule", "three times a day", "7 days", 21],
  ["1 tab", "OD", "30 days", 30],
  ["1 tab p.c.", "BID", "2 weeks", 28],
  ["2 tabs", "q6h", "3 days", 24],
  ["1 tab", "q8h", "1 week", 21],
  ["1/2 tab", "OD", "30 days", 15],
  ["½ tab", "OD", "7 days", 4],
  ["1½ tabs", "BID", "4 days", 12],
  ["1 1/2 tab", "BID", "4 days", 12],
  ["1-1/2 tab", "BID", "4 days", 12],
  ["one and a half tab", "BID", "4 days", 12],
  ["1-2 tabs", "BID", "5 days", 20],
  ["1 tab", "BID-TID", "5 days", 15],
  ["1 tab", "every other day", "10 days", 5],
  ["1 tab", "once a week", "1 month", 5],
  ["1 tab", "twice weekly", "4 weeks", 8],
  ["1 tab", "2x a week", "4 weeks", 8],
  ["1 tab", "three times a week", "4 weeks", 12],
  ["1 tab", "every other week", "4 weeks", 2],
  ["1 tab", "at bedtime", "1 month", 30],
  ["1 tab", "in the morning, at bedtime", "7 days", 14],
  ["1 tab", "OD in the morning", "7 days", 7],
  ["1 neb", "q6h", "3 days", 12],
  ["one tablet", "daily", "90 days", 90],
  ["1 tab with a glass of water", "every night", "10 days", 10],
  ["1 tab", "before breakfast", "10 days", 10],
  ["1 tab", "BID", "up to 7 days", 14],
  ["1 tab", "thrice a day", "one week", 21],
  ["1 cap", "TID", "7 (seven) days", 21],
  ["1 tab", "BID", "ten (10) days", 20],
  ["1 tab", "q6h", "48 hours", 8],
  ["2 tabs", "OD", "single dose", 2],
  ["1 tab", "BID", "for 6 doses", 6],
  ["1 tab", "BID", "to complete 7 days", 14],
])("%s %s for %s is %d", (dosage, frequency, duration, quantity) => {
  expect(of(dosage, frequency, duration)).toBe(quantity);
});

test.each([
  ["1 tab", "q4h PRN", "3 days"],
  ["5 mL", "TID", "7 days"],
  ["1 gtt", "QID", "7 days"],
  ["2 puffs", "BID", "30 days"],
  ["1 tab", "as directed", "7 days"],
  ["1 tab", "TID", "until gone"],
  ["1 tab", "TID", ""],
  ["", "TID", "7 days"],
  ["apply thinly", "BID", "7 days"],
  ["1 tab", "stat", "1 day"],
  ["500 mg", "TID", "7 days"],
  ["1 tab", "TID", "900 years"],
  ["2 tabs now then 1 tab", "once a day", "4 days"],
  ["2 tabs on day 1 then 1 tab", "OD", "5 days"],
  ["2 tabs in the morning, 1 tab in the evening", "", "7 days"],
  ["1 tab", "TID x 3 days then BID", "4 days"],
  ["1 tab", "TID for 3 days, BID for 4 days", "7 days"],
  ["1 tab", "OD, increase weekly", "4 weeks"],
  ["1 tab", "TID for fever", "3 days"],
  ["1 tab", "once a day, 5 days a week", "4 weeks"],
  ["1 tab", "OD Mon-Fri", "4 weeks"],
  ["1 tab", "OD except Sundays", "30 days"],
  ["1 sachet", "TID after each loose stool", "3 days"],
  ["1 tab", "BID", "2 weeks on, 1 week off"],
  ["1 tab", "at bedtime, before breakfast", "7 days"],
  ["1 tab", "every night at bedtime", "30 days"],
  ["1 tab", "every morning, in the morning", "30 days"],
  ["1 tab", "BID", "7 (eight) days"],
  ["1 tab", "PRN", "3 doses"],
])("%s %s for %s is not counted", (dosage, frequency, duration) => {
  expect(of(dosage, frequency, duration)).toBeNull();
});

test.each([
  ["50 mg", "1 tab", "50 mg"],
  ["50 mg", "2 tabs", "50 mg, 2 tablets"],
  ["50 mg", "1/2 tab", "50 mg, 1/2 tablet"],
  ["100 units/mL", "10 units SC", "100 units/mL, 10 units under the skin"],
  ["100 units/mL", "10 u AM", "100 units/mL, 10 units, in the morning"],
  ["500 mg", "1 tab as needed", "500 mg, 1 tablet, as needed"],
  ["250 mg/5 mL", "5 mL", "250 mg/5 mL, 5 mL"],
  ["5 mg", "2 tabs for 3 days then 1 tab", "5 mg, 2 tablets, for 3 days then 1 tablet"],
  ["5 mg", "as directed", "5 mg, as directed"],
  [".5 mg", "1 tab", "0.5 mg"],
  ["1.0 mg", "10U", "1 mg, 10 units"],
  [null, "2 tabs", "2 tabs"],
  [null, "1.0 tab", "1 tab"],
  [null, "", null],
])("of %s %s a dose is %s", (strength, dosage, dose) => {
  expect(doseTaken({ strength, dosage })).toBe(dose);
});

test("words that are not understood are never counted over", () => {
  const known = fc.constantFrom("OD", "BID", "q8h", "every other day", "at bedtime");
  const words = fc.constantFrom(
    "several times weekly",
    "Mondays",
    "while awake",
    "kung may lagnat",
    "M-W-F",
    "weekdays only",
  );
  fc.assert(
    fc.property(known, words, fc.integer({ min: 1, max: 90 }), (frequency, more, days) => {
      expect(of("1 tab", frequency, `${days} days`)).not.toBeNull();
      expect(of("1 tab", `${frequency}, ${more}`, `${days} days`)).toBeNull();
      expect(of(`1 tab ${more}`, frequency, `${days} days`)).toBeNull();
    }),
  );
});

const lasts = (dosage: string, frequency = "", duration = "") => daysGiven({ dosage, frequency, duration });

test.each([
  ["1 tab", "OD", "1 month", 30],
  ["1 tab", "OD, 5 days a week", "4 weeks", 28],
  ["1 tab", "every Monday", "4 weeks", 28],
  ["1 tab TID x 7 days, on full stomach", "TID", "1 week", 7],
  ["4 tabs OD for 3 days, then 2 tabs OD for 3 days, then 1 tab OD for 3 days", "", "", 9],
  ["1 tab", "BID x 3 days then OD x 4 days", "7 days", 7],
  ["1 tab", "TID for 3 days, BID for 4 days", "", 7],
  ["2 tabs", "OD", "single dose", 1],
  ["1 tab", "at bedtime", "once only", 1],
  ["1 tab", "BID", "5 doses", 3],
  ["1 tab", "q8h", "72h", 3],
  ["1 tab", "BID", "one week", 7],
  ["1 tab", "BID", "seven (7) days", 7],
  ["1 tab", "BID", "7 days then follow up", 7],
  ["1 tab", "BID", "7 days, then stop", 7],
  ["1 tab", "BID", "to complete 10 days", 10],
])("%s %s %s lasts %d days", (dosage, frequency, duration, days) => {
  expect(lasts(dosage, frequency, duration)).toBe(days);
});

test.each([
  ["1 tab", "OD", "maintenance"],
  ["1 tab", "OD", "7 days then PRN"],
  ["1 tab", "OD", "at least 7 days"],
  ["1 tab", "OD", "7 days each month"],
  ["1 tab", "OD", "7 days every month"],
  ["1 tab", "OD", "7 days every month for 6 months"],
  ["1 tab", "OD", "7 days once a month"],
  ["1 tab", "OD", "7 days monthly"],
  // More than the first of them.
  ["1 tab", "OD", "1 month and 2 weeks"],
  ["1 tab", "OD for 21 days, 7 days off", "3 months"],
  ["1 tab", "OD x 7 days, off 3 days then OD x 7 days", ""],
  ["1 tab", "OD", "3 days, repeat after 2 weeks"],
  ["1 tab", "OD for 3 days", "10 days"],
  ["1 tab", "OD", "once every 2 weeks"],
  ["1 tab", "PRN", "3 doses"],
  ["1 tab", "as directed", "3 doses"],
  ["1 tab", "OD", "7 days then see dose chart, then OD"],
])("%s %s %s is not over by itself", (dosage, frequency, duration) => {
  expect(lasts(dosage, frequency, duration)).toBeNull();
});

test("the parts of a dose that changes add up, wherever the frequency and their sum are written", () => {
  const part = fc.record({ tabs: fc.integer({ min: 1, max: 8 }), days: fc.integer({ min: 1, max: 30 }) });
  const written = fc.record({
    often: fc.constantFrom("OD", "BID"),
    isEach: fc.boolean(),
    isSum: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      written,
      (parts, { often, isEach, isSum }) => {
        const text = parts
          .map(({ tabs, days }) => `${tabs} tabs ${isEach ? often : ""} for ${days} days`)
          .join(", then ");
        const sum = parts.reduce((all, { days }) => all + days, 0);
        expect(lasts(text, often, isSum ? `${sum} days` : "")).toBe(sum);
      },
    ),
  );
});

test("any text is read quickly", () => {
  const long = "1 tab ".repeat(3000);
  const began = cpuTime();
  quantityOf({ dosage: long, frequency: long, duration: long });
  expect(cpuTime() - began).toBeLessThan(500);
});
