import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, searchWords, withWords } from "./name-search.ts";
import { printable } from "./printable.ts";

test("a name is found regardless of ñ, accents, case, dots and spaces", () => {
  for (const typed of ["Pena", "pena", "PEÑA", "Peña", "Pen\u0303a", "PEN\u0303A"])
    expect(fold(typed)).toBe("pena");
  for (const typed of ["De la Cruz", "Dela Cruz", "delacruz", "DELA-CRUZ"])
    expect(fold(typed)).toBe("delacruz");
  expect(fold("O'Hara")).toBe("ohara");
  expect(fold("Ma. Teresa")).toBe("materesa");
  expect(fold("20261119-003")).toBe("20261119003");
});

test("folding twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test("a search keeps what contains each of its words", () => {
  const names = ["Dela Peña-Cruz, Ana", "Cruz, Juan"];
  const found = (search: string) => withWords(names, search, (name) => name);
  expect(found("cruz ANA")).toEqual(["Dela Peña-Cruz, Ana"]);
  expect(found("cruz")).toEqual(names);
  expect(found("cruz pedro")).toEqual([]);
  expect(found(" ")).toEqual(names);
});

test("a phone number is searched as it is stored, whatever its country's spelling", () => {
  for (const typed of [
    "0063 917 555 0144",
    "00639175550144",
    "+63 (0)917 555 0144",
    "+63 0917-555-0144",
    "6309175550144",
    "63 (0) 917 555 0144",
    "+63 917 555 0144",
  ])
    expect(searchWords(typed)).toEqual(["639175550144"]);
  expect(searchWords("001 415 555 2671")).toEqual(["14155552671"]);
  // As it is dialed, in part, or the number of a record.
  expect(searchWords("0917 555 0144")).toEqual(["0917", "555", "0144"]);
  expect(searchWords("+63 917 55")).toEqual(["63", "917", "55"]);
  expect(searchWords("0020260001")).toEqual(["0020260001"]);
});

test("a search has the characters that texts are stored with", () => {
  expect(searchWords("Ｒｅｙｅｓ　０９１７")).toEqual(["reyes", "0917"]);
  expect(searchWords("Rey\u00ades")).toEqual(["reyes"]);
});

test("a search is a few folded words", () => {
  expect(searchWords("  Peña,  MA. teresa ")).toEqual(["pena", "ma", "teresa"]);
  expect(searchWords(" . - ' ")).toEqual([]);
  expect(searchWords("")).toEqual([]);
  expect(searchWords("a b c d e f g h i j")).toHaveLength(8);
  expect(searchWords("x".repeat(300))).toEqual(["x".repeat(100)]);
});

test("full-width characters are searched in the form in which they are stored", () => {
  for (let code = 0xff01; code <= 0xff5e; code += 1) {
    const typed = `Reyes ${String.fromCharCode(code)}x`;
    expect(searchWords(typed), typed).toEqual(searchWords(printable(typed)));
  }
});
