import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { refusedAmong } from "./cyclonedx.ts";
import { isAllowed } from "./licenses.ts";
import { screenPackages, serverPackages } from "./shipped-packages.ts";

const platform = { os: process.platform, cpu: process.arch, libc: "glibc" };

test("a license may ship if allowed: one of a choice, all of a combination, and no unknown one", () => {
  for (const one of ["MIT", "(MIT OR GPL-3.0-only)", "Apache-2.0 AND (GPL-2.0-only OR ISC)"])
    expect(isAllowed(one), one).toBe(true);
  for (const one of [
    "GPL-3.0-only",
    "AGPL-3.0-only",
    "MIT AND GPL-3.0-only",
    "(MIT OR Apache-2.0) AND AGPL-3.0-only",
    "SEE LICENSE IN LICENSE.md",
    "UNLICENSED",
    "",
  ])
    expect(isAllowed(one), one).toBe(false);
});

test("every package that ships, in the server or the screens, has an allowed license", () => {
  const [server, screens] = [serverPackages(platform), screenPackages(platform)];
  expect(server.map(({ name }) => name)).toEqual(expect.arrayContaining(["fastify", "pg", "png-js"]));
  // Imported by code, by a style sheet, by the service worker, and by another package.
  expect(screens.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "react-dom",
      "tailwindcss",
      "workbox-routing",
      "@tanstack/query-core",
      "scheduler",
    ]),
  );
  expect([...server, ...screens].map(({ name }) => name)).not.toContain("vitest");
  expect(refusedAmong([...server, ...screens])).toEqual([]);
});

test("a package with another license is reported", () => {
  const stranger = { name: "stranger", version: "1.0.0", integrity: null, needs: [] };
  expect(refusedAmong([{ ...stranger, license: "AGPL-3.0-only" }])).toEqual([
    "stranger@1.0.0: AGPL-3.0-only",
  ]);
  expect(refusedAmong([{ ...stranger, license: "" }])).toEqual(["stranger@1.0.0: names no license"]);
});

test("the bill of materials is deterministic, lists each part once, and contains every reference", () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ["scripts/sbom.ts", ...words], { encoding: "utf8" });
  const { stdout, stderr, status } = run();
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(run().stdout).toBe(stdout);
  const { specVersion, components, dependencies } = JSON.parse(stdout);
  expect(specVersion).toBe("1.6");
  const refs = components.map((one: Record<string, string>) => one["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { ref, dependsOn } of dependencies)
    expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]));
  for (const one of components) expect(one.licenses, one.name).not.toHaveLength(0);
  // Another container, unless it is asked for.
  expect(stdout).not.toContain("postgresql@");
  expect(run("--embedded-postgres=yes").stdout).toMatch(/"bom-ref": "postgresql@\d+\.\d+"/);
});
