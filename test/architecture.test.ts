import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test("docs/architecture.md names every folder of src and of its parts", () => {
  const [, tree = ""] = readFileSync("docs/architecture.md", "utf8").split("```");
  const parts = ["src", "src/server", "src/server/database", "src/shared", "src/web"];
  const unnamed = parts.flatMap((part) =>
    foldersIn(part)
      .filter((name) => !new RegExp(`[\\s(/]${name}/`).test(tree))
      .map((name) => `${part}/${name}`),
  );
  expect(unnamed).toEqual([]);
});

test("screens take the time from #web/clock.ts, since a device's clock may be wrong", () => {
  const screens = globSync([
    "src/web/**/*.{ts,tsx}",
    "src/features/*/web/**/*.{ts,tsx}",
    "src/shared/**/*.ts",
  ]);
  const byDevice = screens
    .filter((path) => !/\.test\.tsx?$|\/testing[^/]*$|^src\/web\/clock\.ts$/.test(path))
    .filter((path) => /\bDate\(\)|\bDate\.now/.test(readFileSync(path, "utf8")));
  expect(screens.length).toBeGreaterThan(500);
  expect(byDevice).toEqual([]);
});
