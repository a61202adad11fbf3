import * as fc from "fast-check";
import { expect, test } from "vitest";
import { numberKey, spellingsOf } from "./number-spellings.ts";

test("a number is compared without case and with one kind of hyphen and space", () => {
  for (const other of ["chh\u201326\u2013001", " CHH\u221226-001", "Chh-26\u2011001"])
    expect(numberKey(other)).toBe(numberKey("CHH-26-001"));
  expect(numberKey("A\u00a0 12")).toBe(numberKey("a 12"));
  for (const other of ["CHH-260-01", "CHH26001", "CHH 26 001", "CHH-26-0001"])
    expect(numberKey(other)).not.toBe(numberKey("CHH-26-001"));
});

const part = fc.stringMatching(/^[A-Za-z0-9]{1,3}$/);

test("every spelling is the same number, and another one's spelling is among them", () => {
  fc.assert(
    fc.property(part, part, fc.constantFrom("-", "\u2013", " ", "\u00a0"), (one, other, between) => {
      const number = `${one}${between}${other}`;
      const spellings = spellingsOf(number);
      expect(spellings.length).toBeLessThanOrEqual(768);
      for (const spelling of spellings) expect(numberKey(spelling)).toBe(numberKey(number));
      for (const spelling of [number.toUpperCase(), number.toLowerCase(), number.replaceAll("-", "\u2014")])
        expect(spellings).toContain(spelling);
    }),
  );
});
