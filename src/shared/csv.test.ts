import fc from "fast-check";
import { expect, test } from "vitest";
import { csv } from "#shared/csv.ts";

/** A plain RFC 4180 reader, so that what was written is judged by what a spreadsheet would read. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let quoted = false;
  for (let i = 1; i < text.length; i += 1) {
    const char = text[i] ?? "";
    if (quoted) {
      if (char === '"' && text[i + 1] === '"') {
        value += '"';
        i += 1;
      } else if (char === '"') quoted = false;
      else value += char;
    } else if (char === '"') quoted = true;
    else if (char === ",") {
      row.push(value);
      value = "";
    } else if (char === "\r" && text[i + 1] === "\n") {
      rows.push([...row, value]);
      row = [];
      value = "";
      i += 1;
    } else value += char;
  }
  return rows;
}

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
    expect(read(csv([[text]]))).toEqual([[`'${text}`]]);
  },
);

test("every cell reads back as it was, and none begins like a formula", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", "ñ") }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
      const back = read(csv(rows));
      expect(back.map((row) => row.map((value) => value.replace(/^'(?=[=+\-@\t\r])/, "")))).toEqual(
        rows.map((row) => row.map((value) => value.replace(/^'(?=[=+\-@\t\r])/, ""))),
      );
      for (const value of back.flat()) expect(value).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
