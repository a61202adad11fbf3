import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { composed } from "./composed.ts";

test("gives the composed form of any text with few marks", () => {
  const text = fc.string({
    unit: fc.constantFrom("n", "\u0303", "\u0323", "ñ", "ế", "ᄒ", "\u1161", "😀", " "),
  });
  fc.assert(
    fc.property(text, (one) => {
      expect(composed(one)).toBe(one.normalize("NFC"));
    }),
  );
  expect(composed("Pen\u0303aflor")).toBe("Peñaflor");
});

test("hundreds of thousands of marks are not sorted, and none is lost", () => {
  const text = `n${"\u0301\u0323".repeat(80_000)}o`;
  const began = cpuTime();
  const given = composed(text);
  // String.normalize takes five seconds or more.
  expect(cpuTime() - began).toBeLessThan(1000);
  // One mark was composed into the letter.
  expect(given).toHaveLength(text.length - 1);
  expect(given.endsWith("o")).toBe(true);
});
