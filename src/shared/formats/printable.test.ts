import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printProblem, unprintableIn } from "./printable.ts";

test.each([
  ["1～2 tabs", "1~2 tabs"],
  ["1〜2 tabs", "1~2 tabs"],
  ["５ mg", "5 mg"],
  ["0．5 mg", "0.5 mg"],
  ["10㎖", "10ml"],
  ["250㎍", "250µg"],
  ["1.7㎡", "1.7m²"],
  ["≧140/90", "≥140/90"],
  ["≦ 100", "≤ 100"],
  ["Ｓａｎｔｏｓ，　Ａｎａ", "Santos, Ana"],
  ["𝗠𝗮𝗿𝗶𝗮 𝟓", "Maria 5"],
  ["ﬁne", "fine"],
  ["Pen\u0303a", "Peña"],
  ["1\u00a0000\u202f000", "1 000 000"],
  ["Re\u200byes\u202e A\u00adna\ufeff", "Reyes Ana"],
  ["a\u2028b\u0085c\r\nd", "a\nb\nc\nd"],
])("%j is stored, shown and printed as %j", (typed, stored) => {
  expect(printable(typed)).toBe(stored);
  expect(printProblem(stored)).toBeNull();
});

test.each(["10²", "½ tab", "1½", "H₂O", "37 °C", "µg", "₱500", "™", "3 × 500 mg", "≥ 5", "№ 3", "Ng̃a"])(
  "%j keeps its signs",
  (typed) => {
    expect(printable(typed)).toBe(typed);
    expect(printProblem(typed)).toBeNull();
  },
);

test.each([
  ["2①", "This cannot be printed: ①. Write it in another way"],
  ["⒈5 mg", "This cannot be printed: ⒈. Write it in another way"],
  ["2 ✕ 500 mg", "This cannot be printed: ✕. Write it in another way"],
  ["王小明", "This cannot be printed: 王 小 明. Use Latin letters, as in a passport"],
  ["สมชาย", "This cannot be printed: ส ม ช า ย. Use Latin letters, as in a passport"],
  ["👩‍⚕️", "This cannot be printed: 👩 ⚕. Write it in another way"],
  ["a\u{e000}", "This cannot be printed: U+E000. Write it in another way"],
])("%j is refused: %s", (typed, message) => expect(printProblem(typed)).toBe(message));

test("any text is changed once, and what it loses is invisible", () => {
  const any = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(any, (typed) => {
      const once = printable(typed);
      expect(printable(once)).toBe(once);
      expect(unprintableIn(typed)).toEqual(unprintableIn(once));
    }),
    { numRuns: 2000 },
  );
});
