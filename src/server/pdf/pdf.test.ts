import { readFileSync } from "node:fs";
import fc from "fast-check";
import { create } from "fontkit";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { Unprintable } from "#shared/errors.ts";
import { printable, unprintableIn } from "#shared/formats/printable.ts";
import { drawLine, wrap } from "#shared/set-text.ts";
import { pagesOf } from "#test/pdf-text.ts";
import { drawPdf } from "./pdf.ts";
import { unprintableText } from "./unprintable-text.ts";

const file = {
  size: [400, 2000],
  title: "Paper",
  author: "Clinic",
  creator: "Clinic",
  createdAt: new Date("2026-11-20T01:31:00Z"),
} as const;
const style = { size: 9, leading: 12, color: "#000000" };

const drawn = (texts: readonly string[]) =>
  drawPdf(file, (pen) => {
    pen.turnPage();
    let y = 10;
    for (const text of texts) {
      for (const line of wrap(pen, [{ text, font: "regular" }], style.size, 380)) {
        drawLine(pen, line, 10, y, style);
        y += style.leading;
      }
      y += 4;
    }
  });
/** The reader gives the sign of micro as the Greek letter. */
const words = (text: string) => text.replace(/\s+/g, "").normalize("NFC").replaceAll("\u03bc", "\u00b5");

/** All of Unicode's assigned characters. */
const assigned = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character));

test("what can be printed is what all weights of the font have", () => {
  const judged = assigned.map((character) => ({
    character,
    folded: printable(character),
    isPrintable: unprintableIn(character).length === 0,
  }));
  for (const weight of ["regular", "medium", "semibold"]) {
    const font = create(readFileSync(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url)));
    if ("fonts" in font) throw new Error("a collection");
    const odd = judged.filter(({ folded, isPrintable }) => {
      const isDrawn = [...folded].every(
        (each) => /\s/.test(each) || font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0),
      );
      return isPrintable !== isDrawn;
    });
    expect(
      odd.map(({ character }) => character),
      weight,
    ).toEqual([]);
  }
});

test("each printable character is on the paper as it was saved", async () => {
  const all = assigned.map(printable).filter((text) => text.trim() && unprintableIn(text).length === 0);
  const text = [...new Set(all)].filter((each) => !/^\p{M}/u.test(each)).join(" ");
  expect(words((await pagesOf(await drawn([text]))).join(""))).toBe(words(text));
}, 20_000);

test("any text is refused in words, or is on the paper as it was saved", async () => {
  const anything = fc.nat({ max: assigned.length - 1 }).map((at) => assigned[at] ?? "");
  const likely = fc.constantFrom(..."ñé₱µ½²≥✕王ก\u0301\u200b\u00a0\u2028５㎖～🙂 0.5mg");
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: anything }) }),
      async (typed) => {
        const saved = printable(typed);
        const refused = unprintableIn(typed);
        const pages = await drawn([typed]).then(pagesOf, (error: unknown) => error as Unprintable);
        if (refused.length > 0) {
          expect(pages).toBeInstanceOf(Unprintable);
          expect((pages as Unprintable).status).toBe(422);
        } else expect(words((pages as string[]).join(""))).toBe(words(saved));
      },
    ),
    { numRuns: 150, examples: [["\t"], ["a\tb"], ["m\u2028\u0301"]] },
  );
}, 30_000);

test("a paper is tagged for screen readers, in the order of reading", async () => {
  const bytes = await drawn(["Amoxicillin 500 mg capsule ".repeat(8), "Second"]);
  const text = bytes.toString("latin1");
  expect(text).toContain("/Marked true");
  expect(text).toContain("<pdfuaid:part>1</pdfuaid:part>");
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const tree = await page.getStructTree();
  const document = tree.children[0] as { role: string; children: { role: string; children: object[] }[] };
  expect(document.role).toBe("Document");
  expect(document.children.map(({ role, children }) => [role, children.length])).toEqual([
    ["P", 3],
    ["P", 1],
  ]);
});

test("a record's text that cannot be printed is named", () => {
  const failure = unprintableText([
    { patient: { name: "王小明", address: "Cebu" }, lines: [{ sig: "1 tab" }] },
    { paper: "A5", logo: new Uint8Array(3) },
  ]);
  expect(failure).toMatchObject({
    status: 422,
    message:
      "The patient name cannot be printed: 王 小 明. Use Latin letters, as in a passport. Correct it, then print again.",
  });
  expect(unprintableText([{ note: "５ mg", at: new Date() }, null, 3])).toBeNull();
});
