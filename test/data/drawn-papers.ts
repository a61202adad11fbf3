import fc from "fast-check";
import { valueSymbol } from "piscina";
import { expect, vi } from "vitest";
import drawInWorker, { type DrawingCall } from "#server/pdf/draw-in-worker.ts";
import { printable, unprintableIn } from "#shared/formats/printable.ts";
import type { TestApp } from "../app.ts";
import { endpoints, nameOf } from "../endpoints.ts";
import { textsOutside, wordsOf } from "../pdf-text.ts";
import { paramsFor, seededClinic } from "../safety/seeded-records.ts";

/** What else than its path a paper is asked with, in each of its forms. */
const forms: Record<string, { query?: Record<string, string>; body?: object }[]> = {
  "GET /api/bills/:id.pdf": [{ query: { paper: "A5" } }, { query: { paper: "80mm" } }],
  "GET /api/patients/:id/labels.pdf": ["a4-24", "a4-65", "roll-50x30", "roll-62x29", "card"].map((paper) => ({
    query: { paper },
  })),
  "POST /api/patients/:id/copy": [{ body: { reason: "Access request", format: "pdf" } }],
};
/** Every call that answers with a paper. */
const papers = endpoints.filter(
  (endpoint) => endpoint.response === "file" && (endpoint.path.endsWith(".pdf") || nameOf(endpoint) in forms),
);

type Drawn = DrawingCall & { what: string };

/** Every paper of a clinic with a row of every kind, in each of its forms, with the data it was drawn of. */
export async function drawnPapers(app: TestApp): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  const clinic = await seededClinic(app);
  const draws = vi.spyOn(app.app.kit.papers, "draw");
  for (const endpoint of papers)
    for (const form of forms[nameOf(endpoint)] ?? [{}]) {
      const params = paramsFor(endpoint, clinic.records);
      const answer = await app.call(endpoint, clinic.owner.token, { params, ...form });
      expect(answer.statusCode, `${nameOf(endpoint)} ${answer.body.slice(0, 300)}`).toBe(200);
      const [, { module, name }, ...args] = draws.mock.lastCall ?? [0, { module: "", name: "" }];
      drawn.push({ what: `${nameOf(endpoint)} ${JSON.stringify(form)}`, module, name, args });
    }
  draws.mockRestore();
  return drawn;
}

type Leaf = { path: string[]; text: string };
const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Date);

export function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value === "string") return [{ path, text: value }];
  return isPlain(value) ? Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key])) : [];
}

export function withTexts(value: unknown, texts: ReadonlyMap<string, string>, path = ""): unknown {
  if (typeof value === "string") return texts.get(path) ?? value;
  if (!isPlain(value)) return value;
  const inner = Object.entries(value).map(([key, each]) => [
    key,
    withTexts(each, texts, path ? `${path}.${key}` : key),
  ]);
  return Array.isArray(value) ? inner.map(([, each]) => each) : Object.fromEntries(inner);
}

/** Texts of a paper's data that it prints: not what the screen says of it, and of the labels only the card has the clinic's. */
export const isPrinted = ({ module }: Drawn, { path, text }: Leaf) =>
  text.trim() !== "" &&
  !["warnings", "problems"].includes(path[0] ?? "") &&
  !(module.endsWith("labels-pdf.ts") && path[0]?.startsWith("clinic"));
/** Without what is computed: amounts, the numbers at the lines of a chart, a letter's own words beside its texts. */
export const isTyped = (paper: Drawn, leaf: Leaf) =>
  isPrinted(paper, leaf) &&
  !leaf.path.includes("amount") &&
  leaf.path[0] !== "charts" &&
  !(paper.module.endsWith("letter-pdf.ts") && leaf.path.at(-1) === "label");

/** The reader gives the sign of micro as the Greek letter. */
const squeezed = (text: string) => printable(text).replace(/\s+/g, "").replaceAll("\u03bc", "\u00b5");

/** What can be read on it. */
export async function printedText(
  { module, name, args: [, ...others] }: Drawn,
  content: unknown,
): Promise<string> {
  const answer = await drawInWorker({ module, name, args: [content, ...others] });
  if ("failure" in answer) throw answer.failure;
  const pdf = answer[valueSymbol as never] as Uint8Array;
  expect(await textsOutside(pdf), name).toEqual([]);
  return squeezed(await wordsOf(pdf));
}

/** Whole, or as far as "…" says. A page may end between two words. */
export const isOn = (paper: string, text: string): boolean => {
  const wanted = squeezed(text);
  if (paper.includes(wanted)) return true;
  const words = text.split(/\s+/);
  if (words.length > 3 && words.every((word) => paper.includes(squeezed(word)))) return true;
  return Array.from(wanted, (_, at) => `${wanted.slice(0, at + 1)}…`).some((part) => paper.includes(part));
};

/** All characters of Unicode that end no line. */
export const assigned = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter(
    (character) => !/[\p{Cn}\p{Co}]/u.test(character) && !/[\r\n\v\f\u0085\u2028\u2029]/.test(character),
  );

/** Puts texts of likely and of any characters in any places of any papers. */
export async function tryTexts(drawn: readonly Drawn[], numRuns: number): Promise<void> {
  const places = drawn.flatMap((paper) =>
    leavesOf(paper.args[0])
      .filter((leaf) => isTyped(paper, leaf))
      .map(({ path }) => ({ paper, path: path.join(".") })),
  );
  const likely = fc.constantFrom(..."ñé₱µ½²≥✕王ก\u0301\u200b\u00a0５㎖～🙂 0.5mg");
  const anything = fc.nat({ max: assigned.length - 1 }).map((at) => assigned[at] ?? "");
  const unit = fc.oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: anything });
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: places.length - 1 }),
      // A mark alone would stand on what is before it.
      fc.string({ unit, minLength: 1, maxLength: 20 }).map((text) => `x${text}`),
      async (at, typed) => {
        const { paper, path } = places[at] as (typeof places)[number];
        const content = withTexts(paper.args[0], new Map([[path, typed]]));
        const text = await printedText(paper, content).catch((failure: object) => failure);
        if (unprintableIn(typed).length > 0)
          expect(text, paper.what).toMatchObject({
            code: "unusable",
            details: { fields: { [path]: expect.stringContaining("cannot be printed") } },
          });
        else expect(isOn(String(text), typed), `${paper.what} ${path}`).toBe(true);
      },
    ),
    { numRuns },
  );
}
