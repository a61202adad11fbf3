import fc from "fast-check";
import { expect, test } from "vitest";
import { csv } from "#shared/formats/csv.ts";
import { csvRowCounter } from "./csv-rows.ts";

test("counts the rows of a file, however its bytes are split into chunks", () => {
  const text = fc.string({ unit: fc.constantFrom('"', "\n", "\r", ",", "ñ", "₱", "a") });
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 3 })), fc.nat({ max: 9 }), (rows, cut) => {
      const bytes = new TextEncoder().encode(csv([["Patient"], ...rows]));
      const count = csvRowCounter();
      let counted = 0;
      for (let at = 0; at < bytes.length; at += cut + 1) counted = count(bytes.subarray(at, at + cut + 1));
      expect(counted).toBe(rows.length);
    }),
  );
});
