import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { missingBuilds, unchecked } from "./complete-lockfile.ts";

test("package-lock.json lists the builds for every platform (npm run lockfile)", async () => {
  const missing = missingBuilds(JSON.parse(await readFile("package-lock.json", "utf8")));
  expect(Object.keys(missing)).toEqual([]);
});

test("every package of the product has a checksum, and none an address", async () => {
  const lockfile = JSON.parse(await readFile("package-lock.json", "utf8"));
  expect(unchecked(lockfile)).toEqual([]);
  const addresses = Object.values<{ resolved?: string }>(lockfile.packages).filter(
    ({ resolved }) => resolved,
  );
  expect(addresses).toEqual([]);
});

test("the Node that Klinika runs on is in the lockfile, one version for every platform", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  const builds = Object.keys(packages[""].optionalDependencies).filter((name) => name.startsWith("node-"));
  expect(builds.length).toBeGreaterThan(1);
  expect(new Set(builds.map((name) => packages[`node_modules/${name}`].version)).size).toBe(1);
});

test("a build that npm left out is listed with its platform", () => {
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
