import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable } from "./formats/printable.ts";
import { type Font, type Pen, type Run, wrap } from "./set-text.ts";

/** Counts measurements. Letters have different widths, marks and joiners none, and AV is kerned. */
function fakePen() {
  const counted = { calls: 0, units: 0 };
  const letterWidth = (letter: string) =>
    /[\p{M}\u200b\u200d]/u.test(letter) ? 0 : letter === "W" ? 0.9 : /[il ]/.test(letter) ? 0.25 : 0.55;
  const pen: Pen = {
    widthOf(text, _font, size) {
      counted.calls += 1;
      counted.units += text.length;
      let width = 0;
      for (const letter of text) width += letterWidth(letter);
      return (width - (text.match(/AV/g)?.length ?? 0) * 0.05) * size;
    },
    turnPage: () => undefined,
    text: () => undefined,
    rule: () => undefined,
    path: () => undefined,
  };
  return { pen, counted };
}

const regular = (text: string): Run[] => [{ text, font: "regular" }];
const written = (lines: Run[][]) => lines.map((line) => line.map(({ text }) => text).join(""));

/** A slow reference implementation of the rule, letter by letter. */
function byTheRule(pen: Pen, text: string, size: number, width: number): string[] {
  const widthOf = (part: string) => pen.widthOf(part, "regular", size);
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    let used = 0;
    for (const word of paragraph.split(" ").filter(Boolean)) {
      const spaced = line ? ` ${word}` : word;
      if (used + widthOf(spaced) <= width) {
        line += spaced;
        used += widthOf(spaced);
        continue;
      }
      if (line) lines.push(line);
      let rest = [...word];
      while (widthOf(rest.join("")) > width && rest.length > 1) {
        let count = rest.length;
        while (count > 1 && widthOf(rest.slice(0, count).join("")) > width) count -= 1;
        lines.push(rest.slice(0, count).join(""));
        rest = rest.slice(count);
      }
      line = rest.join("");
      used = widthOf(line);
    }
    if (line) lines.push(line);
  }
  return lines;
}

test("short texts break like the reference implementation", () => {
  const { pen } = fakePen();
  const text = fc.string({ unit: fc.constantFrom(..."WilAVaé漢 \n", "  ", "AVAV"), maxLength: 120 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 60 }), (one, width) => {
      expect(written(wrap(pen, regular(one), 6, width))).toEqual(byTheRule(pen, one, 6, width));
    }),
    { numRuns: 500 },
  );
});

test("runs of two fonts keep their fonts, and words that fit stay whole", () => {
  const { pen } = fakePen();
  const runs: Run[] = [
    { text: "amoxicillin 500 mg capsule", font: "semibold" },
    { text: "(Amoxil)", font: "regular" },
  ];
  const lines = wrap(pen, runs, 10, 100);
  expect(written(lines)).toEqual(["amoxicillin 500 mg", "capsule (Amoxil)"]);
  expect(lines[1]?.map(({ font }): Font => font)).toEqual(["semibold", "regular"]);
});

test.each([
  ["a flag", "🇵🇭"],
  ["a letter with marks", "\u1eb9\u0301\u0302"],
  ["a thumb with its color", "👍🏽"],
  ["a surrogate pair", "𐀀"],
])("%s is not broken", (_, letter) => {
  const { pen } = fakePen();
  for (const width of [5, 13, 31]) {
    const lines = written(wrap(pen, regular(letter.repeat(300)), 10, width));
    expect(lines.join("")).toBe(letter.repeat(300));
    for (const line of lines) expect(line.length % letter.length).toBe(0);
  }
});

test("thousands of marks on one letter are cut, never inside a surrogate pair", () => {
  const { pen } = fakePen();
  // A musical mark of two units.
  const text = `a${"\u{1d165}".repeat(3000)}`;
  const lines = written(wrap(pen, regular(text), 10, 100));
  expect(lines.join("")).toBe(text);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(line.isWellFormed()).toBe(true);
});

describe("the number of measurements grows linearly with the text", () => {
  test.each([
    ["one letter", "W"],
    ["base64", "aGVsbG8gd29ybGQW"],
    ["a link", "https://example.ph/a?b=c&d=e"],
    ["full width", "Ｗ"],
    ["marks", "\u0301"],
    ["marks of two classes", "\u0301\u0323"],
    ["joiners", "\u200d"],
    ["letters without width, spaced", "\u200b "],
    ["flags", "🇵🇭"],
    ["right to left", "مرحبا"],
    ["no width between letters", "a\u200b\u200b\u200b"],
    ["prose", "The patient has had a fever for three days. "],
    ["line ends", "\n"],
    ["one letter a line", "a\n"],
    ["spaces", " "],
    ["control characters", "\u0001"],
    ["lone surrogates", "\ud800"],
    ["halves in the wrong order", "\udc00\ud800"],
  ])("%s", (_, unit) => {
    const measured = (length: number) => {
      const { pen, counted } = fakePen();
      const text = unit.repeat(Math.ceil(length / unit.length));
      const lines = wrap(pen, regular(text), 10, 480);
      expect(written(lines).join("").replaceAll(" ", "")).toBe(printable(text).replace(/[ \n]/g, ""));
      return counted.units;
    };
    const [short, long] = [measured(10_000), measured(100_000)];
    expect(long).toBeLessThanOrEqual(short * 11 + 2000);
    // Each letter a few times.
    expect(long).toBeLessThan(1_200_000);
  });
});
