import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

// Scripts that name modules by path silently ignore a module that was moved.
test.each(["screen-chunks.ts", "first-screens.ts"])("every module that %s names exists", async (script) => {
  const text = await readFile(new URL(script, import.meta.url), "utf8");
  const named = [...text.matchAll(/"(\/[\w/.-]+\.tsx?)(\?calls)?"/g)].map(([, end = ""]) => end);
  const files = globSync("src/**/*.{ts,tsx}");
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((end) => !files.some((file) => file.endsWith(end)))).toEqual([]);
});
