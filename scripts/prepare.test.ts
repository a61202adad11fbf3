import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Paths by whose content a build is known to be current. */
const sources =
  /const screenSources = \[([\s\S]*?)\];/.exec(readFileSync("scripts/prepare.mjs", "utf8"))?.[1] ?? "";
const listed = [...sources.matchAll(/^ {2}"(.+)",$/gm)].map(([, path]) => path ?? "");

test("screens are rebuilt when any page or script of the build changes", () => {
  expect(listed.length).toBeGreaterThan(5);
  const pages = readdirSync(".").filter((name) => name.endsWith(".html"));
  const config = readFileSync("vite.config.ts", "utf8");
  const imported = [...config.matchAll(/from "\.\/(.+?)"/g)].map(([, path]) => path ?? "");
  expect(imported.length).toBeGreaterThan(3);
  for (const path of [...pages, "vite.config.ts", ...imported])
    expect(
      listed.some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    ).toBe(true);
});
