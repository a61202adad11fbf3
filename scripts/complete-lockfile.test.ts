import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { missingBuilds } from "./complete-lockfile.ts";

test("package-lock.json names the builds for every platform (npm run lockfile)", async () => {
  const missing = missingBuilds(JSON.parse(await readFile("package-lock.json", "utf8")));
  expect(Object.keys(missing)).toEqual([]);
});

test("a build that npm left out is named with its platform", () => {
  const bundler = {
    version: "1.2.3",
    dev: true,
    optionalDependencies: { "@x/core-linux-arm64-musl": "1.2.3" },
  };
  expect(missingBuilds({ packages: { "node_modules/x": bundler } })).toEqual({
    "node_modules/@x/core-linux-arm64-musl": {
      version: "1.2.3",
      cpu: ["arm64"],
      libc: ["musl"],
      os: ["linux"],
      dev: true,
      optional: true,
    },
  });
});
