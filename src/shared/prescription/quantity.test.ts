import { expect, test } from "vitest";
import { quantityOf } from "./quantity.ts";

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
  ["1-2 tabs", "BID", "5 days", 20],
  ["1 tab", "BID-TID", "5 days", 15],
  ["1 tab", "every other day", "10 days", 5],
  ["1 tab", "once a week", "1 month", 5],
  ["1 tab", "at bedtime", "1 month", 30],
  ["1 tab", "in the morning, at bedtime", "7 days", 14],
  ["1 tab", "OD in the morning", "7 days", 7],
  ["1 neb", "q6h", "3 days", 12],
  ["one tablet", "daily", "90 days", 90],
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
])("%s %s for %s is not counted", (dosage, frequency, duration) => {
  expect(of(dosage, frequency, duration)).toBeNull();
});

test("any text is read quickly", () => {
  const long = "1 tab ".repeat(3000);
  const began = performance.now();
  quantityOf({ dosage: long, frequency: long, duration: long });
  expect(performance.now() - began).toBeLessThan(500);
});
