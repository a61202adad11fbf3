import { readdirSync, readFileSync } from "node:fs";
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
