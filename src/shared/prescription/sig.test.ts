import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quantityOf } from "#shared/prescription/quantity.ts";
import { plainSig } from "#shared/prescription/sig.ts";

const say = (dosage: string, frequency = "", duration = "", form = "") =>
  plainSig({ dosage, frequency, duration, form }).text;

test.each([
  ["1 tab", "BID", "30 days", "1 tablet, twice a day, for 30 days"],
  ["1 tab", "OD, morning", "30 days", "1 tablet, once a day, in the morning, for 30 days"],
  ["1 tab", "HS", "30 days", "1 tablet, at bedtime, for 30 days"],
  ["1 tab p.c.", "TID", "7 days", "1 tablet, 3 times a day, after meals, for 7 days"],
  ["1 cap", "q8h", "x 7 days", "1 capsule, every 8 hours, for 7 days"],
  ["1 tab PO", "QID", "for 5 days", "1 tablet by mouth, 4 times a day, for 5 days"],
  ["2 tabs", "q4-6h PRN", "3d", "2 tablets, every 4 to 6 hours, as needed, for 3 days"],
  ["1/2 tab", "once daily", "1 month", "1/2 tablet, once a day, for 1 month"],
  ["1 1/2 tabs", "3x a day", "2 wks", "1 1/2 tablets, 3 times a day, for 2 weeks"],
  ["½ tab", "OD a.c. breakfast", "1 week", "½ tablet, once a day, before breakfast, for 1 week"],
  [".5 mL", "b.i.d.", "7-10 days", "0.5 mL, twice a day, for 7 to 10 days"],
  ["1-2 puffs", "q6h prn", "30 days", "1 to 2 puffs, every 6 hours, as needed, for 30 days"],
  ["1 tab SL", "STAT", "1 day", "1 tablet under the tongue, at once, for 1 day"],
  ["10 u SC", "QAM", "30 days", "10 units under the skin, every morning, for 30 days"],
  ["1 tab", "EOD", "1 month", "1 tablet, every other day, for 1 month"],
  ["one tab", "three times a day", "7 days", "One tablet, 3 times a day, for 7 days"],
  ["1,000 units", "everyday", "7 days", "1,000 units, every day, for 7 days"],
  ["1 neb", "q12h", "3 days", "1 nebule, every 12 hours, for 3 days"],
  ["1 tab", "every night", "7 days", "1 tablet, every night, for 7 days"],
  ["1 tab", "nightly", "up to 7 days", "1 tablet, every night, for up to 7 days"],
  ["1 tab", "BID", "for at least 5 days", "1 tablet, twice a day, for at least 5 days"],
  ["1 tab", "thrice a day", "7 (seven) days", "1 tablet, 3 times a day, for 7 days"],
  ["1 tab", "BID", "one week", "1 tablet, twice a day, for 1 week"],
  ["1 tab", "q6h", "48 hrs", "1 tablet, every 6 hours, for 48 hours"],
  ["2 tabs", "OD", "single dose", "2 tablets, once a day, single dose"],
  ["1 tab", "BID", "to complete 7 days", "1 tablet, twice a day, to complete 7 days"],
  ["1 tab", "OD", "once every 2 weeks", "1 tablet, once a day, every 2 weeks"],
  ["1 tab", "twice weekly", "1 month", "1 tablet, twice a week, for 1 month"],
  ["1 tab", "2x a week", "1 month", "1 tablet, twice a week, for 1 month"],
  ["1 tab", "three times a week", "1 month", "1 tablet, 3 times a week, for 1 month"],
  ["1 tab", "2-3x weekly", "1 month", "1 tablet, 2 to 3 times a week, for 1 month"],
  ["1 tab", "thrice weekly", "1 month", "1 tablet, 3 times a week, for 1 month"],
  ["1 tab", "twice/day", "1 month", "1 tablet, twice a day, for 1 month"],
  ["1 tab", "once monthly", "6 months", "1 tablet, once a month, for 6 months"],
  ["1 tab", "q weekly", "8 weeks", "1 tablet, once a week, for 8 weeks"],
  ["1 amp", "IM q.monthly", "6 months", "1 ampule, into the muscle, once a month, for 6 months"],
  ["1 tab", "q day", "30 days", "1 tablet, every day, for 30 days"],
  ["1 tab", "q other day", "30 days", "1 tablet, every other day, for 30 days"],
  ["1 tab", "alternate days", "1 month", "1 tablet, every other day, for 1 month"],
  ["1 tab", "once every other day", "1 month", "1 tablet, every other day, for 1 month"],
  ["1 tab", "every eight hours", "3 days", "1 tablet, every 8 hours, for 3 days"],
  ["1 tab", "at HS", "1 month", "1 tablet, at bedtime, for 1 month"],
  ["1-1/2 tabs", "OD", "7 days", "1 1/2 tablets, once a day, for 7 days"],
  ["1 & 1/2 tabs", "OD", "7 days", "1 1/2 tablets, once a day, for 7 days"],
  ["one and a half tablets", "OD", "7 days", "1 1/2 tablets, once a day, for 7 days"],
  ["1/2-1 tab", "OD", "7 days", "1/2 to 1 tablet, once a day, for 7 days"],
  ["1,5 tabs", "OD", "7 days", "1,5 tabs, once a day, for 7 days"],
  ["2,5 mL", "OD", "7 days", "2,5 mL, once a day, for 7 days"],
])("%j %j %j prints %j", (dosage, frequency, duration, text) => {
  expect(say(dosage, frequency, duration)).toBe(text);
});

describe("a time before or after a meal or an event is no length of time", () => {
  test.each([
    [
      "1 tab",
      "OD 30 mins before breakfast",
      "30 days",
      "1 tablet, once a day, 30 minutes before breakfast, for 30 days",
      30,
    ],
    [
      "1 tab 30 min a.c.",
      "TID",
      "7 days",
      "1 tablet, 3 times a day, 30 minutes before meals, for 7 days",
      21,
    ],
    ["1 tab", "TID", "2 hours after meals", "1 tablet, 3 times a day, 2 hours after meals", null],
    ["1 tab", "TID", "1 hr pc for 7 days", "1 tablet, 3 times a day, 1 hour after meals, for 7 days", 21],
    [
      "1 tab",
      "TID",
      "7 days, 15-30 minutes before each meal",
      "1 tablet, 3 times a day, 15 to 30 minutes before meals, for 7 days",
      21,
    ],
    ["1 tab", "half an hour before dinner", "7 days", "1 tablet, half an hour before dinner, for 7 days", 7],
    ["1 cap", "an hour ac breakfast", "7 days", "1 capsule, 1 hour before breakfast, for 7 days", 7],
    ["1 tab", "2 hours before bedtime", "7 days", "1 tablet, 2 hours before bedtime, for 7 days", 7],
    ["1 tab", "OD", "1 day before procedure", "1 tablet, once a day, 1 day before procedure", null],
    [
      "1 tab",
      "single dose",
      "1 hour before the procedure",
      "1 tablet, single dose, 1 hour before the procedure",
      null,
    ],
    [
      "1 tab",
      "weekly",
      "1 week before travel then 4 weeks after",
      "1 tablet, once a week, 1 week before travel then 4 weeks after",
      null,
    ],
    ["1 tab", "TID", "7 days after meals", "1 tablet, 3 times a day, after meals, for 7 days", 21],
    ["1 tab", "BID", "for 3 days after surgery", "1 tablet, twice a day, for 3 days, after surgery", null],
    ["1 tab", "q6h", "48 hours", "1 tablet, every 6 hours, for 48 hours", 8],
  ])("%j %j %j prints %j", (dosage, frequency, duration, text, quantity) => {
    expect(say(dosage, frequency, duration)).toBe(text);
    expect(quantityOf({ dosage, frequency, duration })).toBe(quantity);
  });
});

test("the doses of a day, or of one day after the other, are printed as typed and not counted over", () => {
  const dose = fc.constantFrom("0", "1", "2", "½", "1½", "1/2", "0.5", "3/4");
  const dash = fc.constantFrom("-", "–", " - ");
  fc.assert(
    fc.property(fc.array(dose, { minLength: 3, maxLength: 4 }), dash, (doses, between) => {
      const [typed, printed] = [between, between.trim()].map((each) => doses.join(each)) as [string, string];
      expect(say(`${typed} tab`, "daily", "7 days")).toBe(`${printed} tab, once a day, for 7 days`);
      expect(say("1 tab", typed, "7 days")).toBe(`1 tablet, ${printed}, for 7 days`);
      const directions = { dosage: `${typed} tab`, frequency: "OD", duration: "7 days" };
      expect(quantityOf(directions)).toBeNull();
    }),
  );
  expect(say("1 1/2-0-1 tab", "daily", "7 days")).toBe("1 1/2-0-1 tab, once a day, for 7 days");
  expect(say("1 and 1/2 - 2 tabs", "daily", "7 days")).toBe("1 1/2 to 2 tablets, once a day, for 7 days");
});

test.each([
  [
    "1 tab",
    "TID for 3 days, BID for 4 days",
    "",
    "1 tablet, 3 times a day, for 3 days, twice a day, for 4 days",
  ],
  ["1 tab", "OD", "7 days then 4 days BID", "1 tablet, once a day, for 7 days then for 4 days, twice a day"],
  ["1 tab", "OD", "7 days every month", "1 tablet, once a day, for 7 days, every month"],
  ["1 tab", "OD", "2 weeks on, 1 week off", "1 tablet, once a day, 2 weeks on, 1 week off"],
  ["1 tab", "OD", "x 3 days, repeat after 2 weeks", "1 tablet, once a day, for 3 days, repeat after 2 weeks"],
])("directions that change stay in their order: %j %j %j", (dosage, frequency, duration, text) => {
  expect(say(dosage, frequency, duration)).toBe(text);
});

test("everything in one field reads the same as in three", () => {
  expect(say("1 tab TID pc x 7 days")).toBe("1 tablet, 3 times a day, after meals, for 7 days");
  expect(say("1 tab TID pc x 7 days", "TID", "7 days")).toBe(
    "1 tablet, 3 times a day, after meals, for 7 days",
  );
});

describe("what is not understood stays as typed", () => {
  test.each([
    [
      "Apply thinly to affected area",
      "BID",
      "2 weeks",
      "Apply thinly to affected area, twice a day, for 2 weeks",
    ],
    ["Take 1 tab with water", "OD", "30 days", "Take 1 tablet with water, once a day, for 30 days"],
    ["2 tabs now then 1 tab", "q6h", "3 days", "2 tablets now then 1 tablet, every 6 hours, for 3 days"],
    ["1 tab", "q4h PRN for fever", "3 days", "1 tablet, every 4 hours, as needed for fever, for 3 days"],
    ["1 tab", "8 AM and 8 PM", "7 days", "1 tablet, 8 AM and 8 PM, for 7 days"],
    ["1 tab", "MWF", "until finished", "1 tablet, MWF, until finished"],
    ["inumin pagkatapos kumain", "TID", "7 days", "Inumin pagkatapos kumain, 3 times a day, for 7 days"],
    ["max daily dose 4 g", "q6h", "3 days", "Max daily dose 4 g, every 6 hours, for 3 days"],
    ["1 tab", "several times weekly", "1 month", "1 tablet, several times weekly, for 1 month"],
    ["1 vial", "2 weekly", "1 month", "1 vial, 2 weekly, for 1 month"],
    ["1 tab", "biweekly", "1 month", "1 tablet, biweekly, for 1 month"],
    ["500 mg", "BID", "7 days", "500 mg, twice a day, for 7 days"],
    ["Apply, leave on for 8 hours", "OD", "3 days", "Apply, leave on for 8 hours, once a day, for 3 days"],
    ["1 tab", "BID", "7 (eight) days", "1 tablet, twice a day, 7 (eight) days"],
    ["1 tab", "BID", "30", "1 tablet, twice a day, 30"],
    ["(1 tab)", "BID", "ongoing", "(1 tab), twice a day, ongoing"],
  ])("%j %j %j prints %j", (dosage, frequency, duration, text) => {
    expect(say(dosage, frequency, duration)).toBe(text);
  });
});

describe("a code with two meanings is not guessed", () => {
  test("OD near eyes may be the right eye", () => {
    const { text, warnings } = plainSig({
      dosage: "1 drop OD",
      frequency: "QID",
      duration: "7 days",
      form: "eye drops",
    });
    expect(text).toBe("1 drop OD, 4 times a day, for 7 days");
    expect(warnings).toEqual(["OD can mean once a day or the right eye; write it in words"]);
    expect(say("apply to eyelid", "OD", "7 days", "ophthalmic ointment")).toBe(
      "Apply to eyelid, OD, for 7 days",
    );
    expect(say("1 drop", "OD", "7 days", "oral drops")).toBe("1 drop, OD, for 7 days");
  });

  test("both eyes are spelled out near eyes only", () => {
    expect(say("1 gtt OU", "BID", "7 days")).toBe("1 drop in both eyes, twice a day, for 7 days");
    expect(say("1 tab OS", "BID", "7 days")).toBe("1 tablet OS, twice a day, for 7 days");
  });

  test("pc is a piece after a number, after meals otherwise", () => {
    expect(say("1 pc", "OD", "7 days")).toBe("1 piece, once a day, for 7 days");
    expect(say("1 cap", "BID", "7 days", "mouthwash")).toBe("1 cap, twice a day, for 7 days");
  });

  test("a decimal comma causes a warning", () => {
    const warnings = (dosage: string) => plainSig({ dosage, frequency: "OD", duration: "7 days" }).warnings;
    expect(warnings("2,5 mL")).toEqual(["“2,5” can be read as two numbers; write it with a point"]);
    expect(warnings("1,000 units")).toEqual([]);
    expect(warnings("0,125 mg")).toEqual(["“0,125” can be read as two numbers; write it with a point"]);
    const strong = { dosage: "1 tab", frequency: "OD", duration: "7 days", strength: "2,5 mg" };
    expect(plainSig(strong).warnings).toHaveLength(1);
  });

  test("two different frequencies cause a warning", () => {
    const { text, warnings } = plainSig({ dosage: "1 tab OD", frequency: "BID", duration: "7 days" });
    expect(text).toBe("1 tablet, once a day, twice a day, for 7 days");
    expect(warnings).toEqual(["the SIG says both “once a day” and “twice a day”"]);
  });
});

test("nothing typed prints nothing", () => {
  expect(plainSig({ dosage: " ", frequency: "", duration: "" })).toEqual({ text: "", warnings: [] });
});
