import { afterAll, beforeAll, expect, test } from "vitest";
import { printable, unprintableIn } from "#shared/formats/printable.ts";
import { startTestApp, type TestApp } from "./app.ts";
import {
  assigned,
  drawnPapers,
  isOn,
  isTyped,
  leavesOf,
  printedText,
  tryTexts,
  withTexts,
} from "./data/drawn-papers.ts";

let app: TestApp;
let drawn: Awaited<ReturnType<typeof drawnPapers>>;

beforeAll(async () => {
  app = await startTestApp();
  drawn = await drawnPapers(app);
}, 120_000);
afterAll(() => app.close());

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

test("any text in any place, many times", async () => {
  await tryTexts(drawn, 300);
}, 120_000);
