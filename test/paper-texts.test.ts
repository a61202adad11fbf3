import { globSync } from "node:fs";
import fc from "fast-check";
import { valueSymbol } from "piscina";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { safeParse, type ZodMiniType } from "zod/mini";
import drawInWorker, { type DrawingCall } from "#server/pdf/draw-in-worker.ts";
import { printable, unprintableIn } from "#shared/formats/printable.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { acceptedBodies } from "./data/accepted-bodies.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { textsOutside, wordsOf } from "./pdf-text.ts";
import { paramsFor, seededClinic } from "./safety/seeded-records.ts";
import { textInputs, withText } from "./safety/text-inputs.ts";

// Whatever a paper is handed is on it, or is refused by the name of its field.

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
let app: TestApp;
const drawn: Drawn[] = [];

beforeAll(async () => {
  app = await startTestApp({ CHANGES_PER_MINUTE: "100000", PAPERS_PER_MINUTE: "1000" });
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
}, 120_000);
afterAll(() => app.close());

type Leaf = { path: string[]; text: string };
const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Date);

function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value === "string") return [{ path, text: value }];
  return isPlain(value) ? Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key])) : [];
}

function withTexts(value: unknown, texts: ReadonlyMap<string, string>, path = ""): unknown {
  if (typeof value === "string") return texts.get(path) ?? value;
  if (!isPlain(value)) return value;
  const inner = Object.entries(value).map(([key, each]) => [
    key,
    withTexts(each, texts, path ? `${path}.${key}` : key),
  ]);
  return Array.isArray(value) ? inner.map(([, each]) => each) : Object.fromEntries(inner);
}

/** Texts of a paper's data that it prints: not what the screen says of it, and of the labels only the card has the clinic's. */
const isPrinted = ({ module }: Drawn, { path, text }: Leaf) =>
  text.trim() !== "" &&
  !["warnings", "problems"].includes(path[0] ?? "") &&
  !(module.endsWith("labels-pdf.ts") && path[0]?.startsWith("clinic"));
/** Without what is computed: amounts, the numbers at the lines of a chart, a letter's own words beside its texts. */
const isTyped = (paper: Drawn, leaf: Leaf) =>
  isPrinted(paper, leaf) &&
  !leaf.path.includes("amount") &&
  leaf.path[0] !== "charts" &&
  !(paper.module.endsWith("letter-pdf.ts") && leaf.path.at(-1) === "label");

/** The reader gives the sign of micro as the Greek letter. */
const squeezed = (text: string) => printable(text).replace(/\s+/g, "").replaceAll("\u03bc", "\u00b5");

/** What can be read on it. */
async function printedText({ module, name, args: [, ...others] }: Drawn, content: unknown): Promise<string> {
  const answer = await drawInWorker({ module, name, args: [content, ...others] });
  if ("failure" in answer) throw answer.failure;
  const pdf = answer[valueSymbol as never] as Uint8Array;
  expect(await textsOutside(pdf), name).toEqual([]);
  return squeezed(await wordsOf(pdf));
}

/** Whole, or as far as "…" says. A page may end between two words. */
const isOn = (paper: string, text: string): boolean => {
  const wanted = squeezed(text);
  if (paper.includes(wanted)) return true;
  const words = text.split(/\s+/);
  if (words.length > 3 && words.every((word) => paper.includes(squeezed(word)))) return true;
  return Array.from(wanted, (_, at) => `${wanted.slice(0, at + 1)}…`).some((part) => paper.includes(part));
};

test("every drawing is one of these papers", () => {
  const modules = globSync("src/{server/pdf,features/*/server}/*-pdf.ts", {
    cwd: new URL("../", import.meta.url),
  });
  const used = new Set(drawn.map(({ module }) => module.replace(/^.*\/src\//, "src/")));
  expect([...used].toSorted()).toEqual(modules.toSorted());
});

test("every text that a paper is handed is on it", async () => {
  const missing: string[] = [];
  for (const paper of drawn) {
    const text = await printedText(paper, paper.args[0]);
    for (const leaf of leavesOf(paper.args[0]))
      if (isPrinted(paper, leaf) && !isOn(text, leaf.text))
        missing.push(`${paper.what} ${leaf.path.join(".")}: ${leaf.text}`);
  }
  expect(missing).toEqual([]);
}, 60_000);

const assigned = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter(
    (character) => !/[\p{Cn}\p{Co}]/u.test(character) && !/[\r\n\v\f\u0085\u2028\u2029]/.test(character),
  );

test("every character that can be printed is printed by each of them", async () => {
  const characters = assigned
    .filter((character) => !/\p{M}/u.test(character) && unprintableIn(character).length === 0)
    .filter((character) => printable(character) === character && character.trim() !== "");
  const missing: string[] = [];
  for (const paper of new Map(drawn.map((each) => [each.module, each])).values()) {
    // A few at a time: a page refuses more names than it has room for.
    const leaves = leavesOf(paper.args[0]).filter((leaf) => isTyped(paper, leaf));
    let next = 0;
    for (let from = 0; from < characters.length; ) {
      const texts = new Map<string, string>();
      for (let count = 0; count < Math.min(4, leaves.length); count += 1) {
        const path = leaves[next++ % leaves.length]?.path ?? [];
        texts.set(
          path.join("."),
          characters
            .slice(from, from + 16)
            .join("")
            .replace(/.{4}/gu, "$& "),
        );
        from += 16;
      }
      const text = await printedText(paper, withTexts(paper.args[0], texts));
      for (const [path, each] of texts) if (!isOn(text, each)) missing.push(`${paper.what} ${path}: ${each}`);
    }
  }
  expect(missing).toEqual([]);
}, 120_000);

test("any text in any place is refused by the name of that place, or is on the paper as it was saved", async () => {
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
    { numRuns: 300 },
  );
}, 120_000);

/** Fields whose text no paper contains, and why. */
const onNoPaper: [RegExp, string][] = [
  [/password|Password|token|challenge|code|recoveryCode$/, "A secret."],
  [
    /^POST \/api\/(auth|admin|staff|secretaries).* email$|^POST \/api\/contact email$/,
    "An account's address.",
  ],
  [/^(POST|PATCH) \/api\/tasks/, "A task, which may have any character."],
  [/^POST \/api\/(browser-errors|text-replies)/, "Sent by a program."],
  [/^POST \/fhir\/R4\/:fhirType\/_search/, "Looked for."],
  [/Files\.0$|analyte$|panel$|template$|tests\.0$|vitalSigns\.Note/, "One of those that the server knows."],
  [/^PATCH \/api\/imports\/:id\/rows\/:row/, "Judged as the patient's field."],
];

test("every other text is refused at its field when a paper could not print it", () => {
  const typed = ["Reyes 王", "王@b.ph", "https://王.ph/", "1 ✕ 2", "+63 917 王", "0917 555 0148 ✕"];
  const accepted = textInputs.filter((input) => {
    const { endpoint, part, at, name } = input;
    if (part !== "body" || !endpoint.body || onNoPaper.some(([pattern]) => pattern.test(name))) return false;
    const own = (text: string) =>
      safeParse(
        endpoint.body as ZodMiniType,
        withText(acceptedBodies[nameOf(endpoint)], input, text),
      ).error?.issues.filter(({ path }) => path[0] === at[0]) ?? [];
    return typed.some((text) => own(text).length === 0);
  });
  expect(accepted.map(({ name }) => name)).toEqual([]);
});
