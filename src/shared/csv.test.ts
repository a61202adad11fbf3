import fc from "fast-check";
import { expect, test } from "vitest";
import { csv } from "#shared/csv.ts";
import { readCsv } from "#test/read-csv.ts";

test("a file starts with the byte-order mark and quotes what needs it", () => {
  expect(
    csv([
      ["Patient Name", "Amount"],
      ["Dela Peña, Consuelo", '5" ₱1,200.00'],
    ]),
  ).toBe('\uFEFFPatient Name,Amount\r\n"Dela Peña, Consuelo","5"" ₱1,200.00"\r\n');
});

test.each(["=1+1", "+63 917 123 4567", "-5", "@SUM(A1)", "\tx", "\rx"])(
  "%j cannot run as a formula",
  (text) => {
    expect(readCsv(csv([[text]]))).toEqual([[`'${text}`]]);
  },
);

test("every cell reads back as it was, and none begins like a formula", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", "ñ") }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
      const back = readCsv(csv(rows));
      expect(back.map((row) => row.map((value) => value.replace(/^'(?=[=+\-@\t\r])/, "")))).toEqual(
        rows.map((row) => row.map((value) => value.replace(/^'(?=[=+\-@\t\r])/, ""))),
      );
      for (const value of back.flat()) expect(value).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
