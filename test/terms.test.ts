import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import * as terms from "#shared/terms.ts";

it("explains each term on the screens as the glossary does", async () => {
  const glossary = await readFile(new URL("../docs/glossary.md", import.meta.url), "utf8");
  const missing = Object.values(terms).filter((sentence) => !glossary.includes(`| ${sentence} |`));
  expect(missing).toEqual([]);
});
