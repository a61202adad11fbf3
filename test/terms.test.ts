import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import * as terms from "#shared/terms.ts";

const readGlossary = () => readFile(new URL("../docs/glossary.md", import.meta.url), "utf8");

it("explains each term on the screens as the glossary does", async () => {
  const glossary = await readGlossary();
  const missing = Object.values(terms).filter((sentence) => !glossary.includes(`| ${sentence} |`));
  expect(missing).toEqual([]);
});

it("calls nothing on a screen by a name that the glossary gave up", async () => {
  const table = /## Not on the screens\n([^#]*)/.exec(await readGlossary())?.[1] ?? "";
  const names = [...table.matchAll(/^\| (?!Not|-)([^|]+) \|/gm)].map(([, name]) => name);
  expect(names).toContain("Retry");
  const name = new RegExp(`\\b(${names.join("|")})\\b`, "i");
  // A sentence or a label: between quotes, or alone on a line between tags.
  const text = /"[^"]*"|`[^`]*`|>[^<>={}]+<|^ +[A-Z][^=;(){}]*$/g;
  const src = new URL("../src/", import.meta.url).pathname;
  const found = globSync("{app,features,web}/**/web/**/*.{ts,tsx}", { cwd: src })
    .concat(globSync("{shared,web}/**/*.{ts,tsx}", { cwd: src }), globSync("features/**/*.ts", { cwd: src }))
    .filter((file) => !/\.test\.|\/testing|\/gallery\/|\/fhir\//.test(file))
    .flatMap((file) =>
      readFileSync(src + file, "utf8")
        .split("\n")
        .filter((line) => name.test(line) && !/^\s*(\/|\*)/.test(line))
        .flatMap((line) => line.match(text) ?? [])
        // "Use open, done or cancelled" names the values of a call.
        .filter((words) => /[A-Z]/.test(words) && name.test(words) && !words.startsWith('"Use ')),
    );
  expect(found).toEqual([]);
});
