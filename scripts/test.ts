import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findChromium } from "./find-chromium.ts";

/**
 * Runs all checks, the fastest first; stops at the first part that fails. The last line of a successful run counts
 * the tests: "N passed, 0 failed".
 */

type Count = { passed: number; failed: number; skipped: number };
type Part = { name: string; command: string[]; count?: () => Count; explain?: () => void };

const reports = mkdtempSync(join(tmpdir(), "klinika-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));
const unitReport = join(reports, "unit.json");
const browserReport = join(reports, "browser.json");

const bin = (path: string) => join("node_modules", path);
const stories = existsSync("playwright.config.ts");

const parts: Part[] = [
  { name: "types of the server", command: [bin("typescript/bin/tsc"), "-p", "tsconfig.server.json"] },
  { name: "types of the screens", command: [bin("typescript/bin/tsc"), "-p", "tsconfig.web.json"] },
  { name: "format", command: [bin("@biomejs/biome/bin/biome"), "check", "."] },
  { name: "lint", command: [bin("oxlint/bin/oxlint")] },
  {
    name: "unit and API tests",
    command: [
      bin("vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${unitReport}`,
    ],
    count: () => countOfVitest(unitReport),
  },
  { name: "screens", command: ["scripts/prepare.mjs"] },
];
if (stories) {
  parts.push({
    name: "browser stories",
    command: [bin("@playwright/test/cli.js"), "test", "--reporter=list,json"],
    count: () => countOfPlaywright(browserReport),
    explain: printFailedPages,
  });
}

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The page that shows every part is among what the browser stories look at.
  KIT: "1",
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  // Workers and servers load hundreds of modules each, which one of them compiles for all.
  NODE_COMPILE_CACHE: resolve(".cache", "modules"),
};
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const times: string[] = [];
const seconds: Record<string, number> = {};

if (stories) {
  const { path, origin } = findChromium(process.env);
  env.CHROMIUM_PATH = path;
  console.log(`Chromium ${origin}: ${path}`);
}
const database = process.env.DATABASE_URL ? "the one DATABASE_URL names" : "the one inside Klinika";
console.log(`PostgreSQL: ${database}`);

for (const part of parts) {
  console.log(`\n── ${part.name}`);
  const start = performance.now();
  const { status } = spawnSync(process.execPath, part.command, {
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  const took = (performance.now() - start) / 1000;
  times.push(`${part.name} ${took.toFixed(1)} s`);
  seconds[part.name] = took;
  const count = status === 0 || part.count ? (part.count?.() ?? { passed: 0, failed: 0, skipped: 0 }) : null;
  total.passed += count?.passed ?? 0;
  total.failed += count?.failed ?? 0;
  total.skipped += count?.skipped ?? 0;
  if (status === 0 && total.failed === 0) continue;
  part.explain?.();
  console.error(
    `\n${times.join(", ")}\n${part.name}: failed. ${total.passed} passed, ${total.failed} failed`,
  );
  process.exit(1);
}

console.log(`\n${times.join(", ")}`);
// `npm run goals` prints them among its figures.
mkdirSync(".cache", { recursive: true });
writeFileSync(".cache/test-times.json", JSON.stringify(seconds));
if (total.skipped > 0) console.log(`${total.skipped} left out`);
console.log(`${total.passed} passed, 0 failed`);

function countOfVitest(file: string): Count {
  const report = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
    file,
  );
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  };
}

function countOfPlaywright(file: string): Count {
  const report = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(file);
  const stats = report?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
}

/** What each page showed when its story failed: a log outlives the folder that Playwright writes it to. */
function printFailedPages() {
  for (const file of globSync("test-results/*/error-context.md"))
    console.error(`\n── ${file}\n${readFileSync(file, "utf8")}`);
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : null;
}
