import fc from "fast-check";
import { expect, test } from "vitest";
import { csv, unmarked } from "#shared/formats/csv.ts";
import { readCsv } from "#test/read-csv.ts";

test("a file starts with the byte-order mark and quotes what needs it", () => {
  expect(
    csv([
      ["Patient Name", "Amount"],
      ["Dela Peña, Consuelo", '5" ₱1,200.00'],
    ]),
  ).toBe('\uFEFFPatient Name,Amount\r\n"Dela Peña, Consuelo","5"" ₱1,200.00"\r\n');
});

const signs = ["=1+1", "+1+cmd|' /C calc'!A0", "+63-917-123-4567", "-5", "@SUM(A1)", "\tx", "\rx"];
const likeSigns = ["＝1+1", "＋1", "－1", "＠SUM(A1)", "﹦1", "﹢1", "﹣1", "﹫SUM(A1)", "⁺1", "₌1", "−1"];
const behindUnseen = ["\u200b\t1", "\n\r'@", " =1", "\u00a0=1", "\u200b＝1", "\n=1", "\ufeff@SUM(A1)"];
const behindMarks = [
  "\u0301=1+1",
  "\u0338@SUM(A1)",
  "\u200d\u20e3-5",
  "\ufe0f+1",
  "\u3164=1",
  "\u034f\u115f=1",
];
test.each([...signs, ...likeSigns, ...behindUnseen, ...behindMarks])("%j cannot run as a formula", (text) => {
  expect(readCsv(csv([[text]]))).toEqual([[`'${text}`]]);
});

test("a number may be negative, and is nothing but a number", () => {
  expect(csv([[{ number: "-800.00" }, { number: "12" }]])).toBe("\uFEFF-800.00,12\r\n");
  for (const number of ["-1+1", "=1", "-", "1e3", ""]) expect(() => csv([[{ number }]])).toThrow(RangeError);
});

test.each(["+639171234567", "+63 917 123 4567", "+1 212 555 0123"])("the phone %s is no formula", (text) => {
  expect(readCsv(csv([[text]]))).toEqual([[text]]);
});

test.each([
  ["'+639170000001", "+639170000001"],
  ["'00123", "00123"],
  ["'", ""],
  ["'-- see chart", "-- see chart"],
  ["'t Hooft", "'t Hooft"],
  ["'Neil", "'Neil"],
])("a spreadsheet's mark of a text is taken off: %s", (text, expected) => {
  expect(unmarked(text)).toBe(expected);
});

test("every cell reads back unchanged, and none starts like a formula", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', "'", "1", ",", "ñ") }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
      const back = readCsv(csv(rows));
      expect(back.map((row) => row.map(unmarked))).toEqual(rows);
      for (const value of back.flat()) expect(value).not.toMatch(/^(?:[=\-@\t\r]|\+(?!\d[\d ]{5}))/);
    }),
  );
});
