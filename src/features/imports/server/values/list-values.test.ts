import { describe, expect, it } from "vitest";
import { gestationText, shortGestation } from "#shared/clinical/pregnancy.ts";
import { dateShape, dayOfSerial, isAmbiguous, readDate } from "./list-dates.ts";
import { nameFromParts, storedName } from "./list-names.ts";
import {
  isNothing,
  isRounded,
  readAge,
  readAgeSex,
  readAmount,
  readGestation,
  readPhones,
  readSex,
} from "./list-values.ts";

const today = "2026-11-20";
const day = (
  typed: string,
  order: "month" | "day" | null = null,
  shortYears: "latest" | "1900s" | null = null,
) => {
  const read = readDate(typed, { order, shortYears, today });
  return "day" in read ? read.day : read.problem;
};

describe("dates", () => {
  it.each([
    ["1980-12-31", "1980-12-31"],
    ["1980-12-31 00:00:00", "1980-12-31"],
    ["1980-12-31T00:00:00", "1980-12-31"],
    ["1980-12-30T16:00:00.000Z", "1980-12-31"],
    ["1980-12-30 16:00:00+00:00", "1980-12-31"],
    ["1980-12-31T00:00:00+08:00", "1980-12-31"],
    ["1980-12-31T00:00:00Z", "1980-12-31"],
    ["1980/3/4", "1980-03-04"],
    ["19801231", "1980-12-31"],
    ["Dec 31, 1980", "1980-12-31"],
    ["December 31 1980", "1980-12-31"],
    ["Sept. 5, 1961", "1961-09-05"],
    ["31 Dec 1980", "1980-12-31"],
    ["31-Dec-1980", "1980-12-31"],
    ["Disyembre 31, 1980", "1980-12-31"],
    ["4 Marso 1972", "1972-03-04"],
    ["29586", "1980-12-31"],
    ["12/31/1980", "1980-12-31"],
    ["31/12/1980", "1980-12-31"],
    ["12/31/1980 12:00 AM", "1980-12-31"],
    ["5/5/1980", "1980-05-05"],
    ["31.12.1980", "1980-12-31"],
  ])("%s needs no question", (typed, expected) => {
    expect(day(typed)).toBe(expected);
  });

  it("03/04/1972 follows the column's order", () => {
    expect(day("03/04/1972", "month")).toBe("1972-03-04");
    expect(day("03/04/1972", "day")).toBe("1972-04-03");
    expect(day("03/04/1972")).toBe("Could be month first or day first");
    expect(isAmbiguous({ first: 3, second: 4 })).toBe(true);
    expect(isAmbiguous({ first: 13, second: 4 })).toBe(false);
  });

  it("two-digit years follow the clinic's answer", () => {
    expect(day("8-Mar-61")).toBe("The year has two digits");
    expect(day("8-Mar-61", null, "latest")).toBe("1961-03-08");
    expect(day("8-Mar-19", null, "latest")).toBe("2019-03-08");
    expect(day("8-Mar-19", null, "1900s")).toBe("1919-03-08");
    expect(day("11/21/26", "month", "latest")).toBe("1926-11-21");
    expect(day("11/20/26", "month", "latest")).toBe("2026-11-20");
  });

  it.each(["31/31/1980", "02/30/1980", "Feb 30, 1980", "hello", "0917 555 0123", "12", "1980-13-01"])(
    "%s is invalid",
    (typed) => {
      expect(day(typed, "month")).toMatch(/^Not a date/);
    },
  );

  it("a year alone is reported as one", () => {
    expect(day("1980")).toMatch(/^Only a year/);
    expect(dateShape("1980")).toEqual({ kind: "year" });
  });

  it("serial numbers count from 1900, from 1904 in old workbooks for the Mac", () => {
    expect(dayOfSerial(29_586)).toBe("1980-12-31");
    expect(dayOfSerial(29_586.75)).toBe("1980-12-31");
    expect(dayOfSerial(28_124, true)).toBe("1980-12-31");
    expect(dayOfSerial(1)).toBe("1900-01-01");
    expect(dayOfSerial(61)).toBe("1900-03-01");
    expect(dayOfSerial(9_175_550_123)).toBeNull();
  });
});

describe("names", () => {
  it.each([
    ["DELA CRUZ, JUAN MIGUEL S.", "comma", "DELA CRUZ, JUAN MIGUEL S."],
    [" De la Pena ,  Ma.  Consuelo ", "comma", "De la Pena, Ma. Consuelo"],
    ["Cruz, Jr., Juan", "comma", "Cruz, Juan Jr."],
    ["Juan Miguel S. dela Cruz", "first", "dela Cruz, Juan Miguel S."],
    ["Juan Cruz Jr.", "first", "Cruz, Juan Jr."],
    ["Juan Cruz, Jr.", "comma", "Cruz, Juan Jr."],
    ["Maria San Jose", "first", "San Jose, Maria"],
    ["DELA CRUZ JUAN MIGUEL", "last", "DELA CRUZ, JUAN MIGUEL"],
    ["Santos Ana", "last", "Santos, Ana"],
    ["Cher", "first", "Cher"],
    ["Nuñez, Althea", "first", "Nuñez, Althea"],
    ["Juan Miguel Santos", "comma", "Santos, Juan Miguel"],
    ["Dr. Juan dela Cruz", "first", "dela Cruz, Dr. Juan"],
    ["Juan dela Cruz MD", "first", "dela Cruz, Juan MD"],
    ["Mr. Juan Cruz Jr. MD", "first", "Cruz, Mr. Juan Jr. MD"],
    ["Mrs. SANTOS ANA", "last", "SANTOS, Mrs. ANA"],
    ["Juan Cruz, MD", "comma", "Cruz, Juan MD"],
    ["Cruz, Juan, RN, MAN", "comma", "Cruz, Juan MAN RN"],
    ["Cruz, MM", "comma", "Cruz, MM"],
    ["Ana Fellow", "first", "Fellow, Ana"],
    ["---", "comma", ""],
    [", ", "comma", ""],
  ] as const)("%s by %s", (typed, order, expected) => {
    expect(storedName(typed, order)).toBe(expected);
  });

  it("in separate columns", () => {
    expect(nameFromParts({ last: " Cruz ", first: "Juan", middle: "S.", suffix: "Jr." })).toBe(
      "Cruz, Juan S. Jr.",
    );
    expect(nameFromParts({ last: "Cruz", first: "", middle: "", suffix: "" })).toBe("Cruz");
  });
});

it.each([
  ["M", "M"],
  ["male", "M"],
  ["Lalaki", "M"],
  ["L", "M"],
  ["F.", "F"],
  ["BABAE", "F"],
  ["B", "F"],
  ["1", null],
  ["constructor", null],
])("the sex %s", (typed, expected) => {
  expect(readSex(typed)).toBe(expected);
});

it("a clinic's own words follow its answer", () => {
  expect(readSex("1", { "1": "M", "2": "F" })).toBe("M");
});

it.each([
  ["0917-555-0123", "+639175550123", []],
  ["9175550188", "+639175550188", []],
  ["9175550188.0", "+639175550188", []],
  ["+63 917 555 0188", "+639175550188", []],
  ["(032) 255 8000", "+63322558000", []],
  ["0917 555 0123 / 0918 555 0124", "+639175550123", ["+639185550124"]],
  ["0917 000 0004 0917 000 0005", "+639170000004", ["+639170000005"]],
  ["(+63)9170000002", "+639170000002", []],
  ["8123-4567", "+63281234567", []],
  ["09175550123/09185550124", "+639175550123", ["+639185550124"]],
])("the phone %s", (typed, phone, others) => {
  expect(readPhones(typed)).toEqual({ value: { phone, others, more: "" } });
});

it.each(["0917 000 0003 (nanay)", "c/o Ana 09170000003", "09170000003 - asawa"])(
  "the words beside a number stay: %s",
  (typed) => {
    expect(readPhones(typed)).toEqual({ value: { phone: "+639170000003", others: [], more: typed } });
  },
);

it.each(["555-0101", "0917 555 0123 / 0918 555", "call after 5", "12345"])("no phone number: %s", (typed) => {
  expect(readPhones(typed)).toEqual({ problem: "Not a phone number" });
});

it.each(["", "-", "N/A", "TBA", "00/00/0000", "0000-00-00", "#N/A", "#REF!", "#VALUE!", "wala"])(
  "%j is nothing",
  (typed) => {
    expect(isNothing(typed)).toBe(true);
  },
);

it("knows a number that the spreadsheet rounded, which is no phone number either", () => {
  for (const rounded of ["9.18E+09", "6.39176e11", "2E+10", "1.5E+6"]) {
    expect(isRounded(rounded)).toBe(true);
    expect(readPhones(rounded)).toEqual({ problem: "Not a phone number" });
  }
  for (const whole of ["1E5", "2E", "E+10", "12E+10", "2026-E10", "1.5"])
    expect(isRounded(whole)).toBe(false);
  expect(readPhones("0917 55 012")).toEqual({ problem: "Not a phone number" });
});

it.each([
  ["1,200", "1200.00"],
  ["₱1,200.50", "1200.50"],
  ["PHP 1 200", "1200.00"],
  ["P500", "500.00"],
  ["500.-", "500.00"],
  ["1,500/-", "1500.00"],
  ["1200.4999999999998", "1200.50"],
])("the amount %s", (typed, value) => {
  expect(readAmount(typed)).toEqual({ value });
});

it("amounts under a header of another currency are not pesos", () => {
  for (const header of ["Fee (USD)", "Amount ($)", "Fee in thousands"])
    expect(readAmount("1,200", header)).toEqual({ problem: "The column is not in pesos" });
  expect(readAmount("1,200", "Amount (PHP)")).toEqual({ value: "1200.00" });
});

it.each([
  ["45", 45],
  ["45 y/o", 45],
  ["45yrs old", 45],
  ["45 taon", 45],
  ["8 months", 0],
  ["18 mos", 1],
  ["3 weeks", 0],
  ["5 days", 0],
  ["2yo 3mos", 2],
  ["2 yrs and 3 months old", 2],
  ["1 1/2", 1],
  ["1.5", 1],
  ["newborn", 0],
])("the age %s", (typed, value) => {
  expect(readAge(typed)).toMatchObject({ value });
});

it("an age that says more than years is marked", () => {
  expect(readAge("45 y/o")).toEqual({ value: 45, isExact: true });
  for (const typed of ["3 mos", "5 days", "2yo 3mos", "1 1/2"])
    expect(readAge(typed)).not.toHaveProperty("isExact");
});

it.each([
  ["46/M", "46", "M"],
  ["46 / F", "46", "F"],
  ["M/46", "46", "M"],
  ["46M", "46", "M"],
  ["46 y/o Female", "46 y/o", "F"],
  ["46y.o./male", "46y.o.", "M"],
  ["7 mo/F", "7 mo", "F"],
  ["12 d/M", "12 d", "M"],
  ["F", null, "F"],
  ["46", "46", null],
  ["46/", "46", null],
  ["46/Unknown", "46", "unknown"],
  ["Babae, 46", "46", "F"],
  ["46 taon / lalaki", "46 taon", "M"],
])("the age and sex %s", (typed, age, sex) => {
  expect(readAgeSex(typed)).toEqual({ value: { age, sex } });
});

it("neither an age nor a sex", () => {
  expect(readAgeSex("Cebu City")).toHaveProperty("problem");
});

it.each(["adult", "-3", "200"])("an invalid age: %s", (typed) => {
  expect(readAge(typed)).toHaveProperty("problem");
});

it.each([
  ["28w 3d", 199],
  ["28 3/7 weeks", 199],
  ["28 wks. and 3 days", 199],
  ["28+3", 199],
  ["39 weeks", 273],
  ["39", 273],
  ["199", 199],
])("gestation %j is %d days", (typed, value) => {
  expect(readGestation(typed)).toEqual({ value });
});

it("a gestation is read as it is written, and no other words or fractions", () => {
  for (let days = 140; days <= 314; days += 1)
    for (const text of [shortGestation(days), gestationText(days), String(days)])
      expect(readGestation(text), text).toEqual({ value: days });
  for (const text of ["term", "38.1", "28w 7d", "8 mos"])
    expect(readGestation(text), text).toHaveProperty("problem");
});
