import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findChromium } from "./find-chromium.ts";

/**
 * Runs all checks, the fastest first, and lists what failed at the end. The last line counts the tests:
 * "N passed, N failed". Ended by a signal it leaves no process behind.
 */

type Count = { passed: number; failed: number; skipped: number };
type Part = {
  name: string;
  command: string[];
  /** A part whose failure leaves nothing to run here. */
  needs?: string;
  count?: () => Count;
  explain?: () => void;
};

/** Everything that the run writes to the folder for temporary files; its databases run as another user. */
const folder = mkdtempSync(join(tmpdir(), "klinika-run-"));
chmodSync(folder, 0o1777);
const cleaning = spawn(process.execPath, ["scripts/clean-up-after.ts", folder], {
  detached: true,
  stdio: ["pipe", "ignore", "inherit"],
});
const unitReport = join(folder, "unit.json");
const browserReport = join(folder, "browser.json");

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
    needs: "screens",
    command: [bin("@playwright/test/cli.js"), "test", "--reporter=list,json"],
    count: () => countOfPlaywright(browserReport),
    explain: printFailedPages,
  });
}

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The page that shows every part is among what the browser stories look at.
  KIT: "1",
  TMPDIR: folder,
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

let running: ChildProcess | null = null;
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    isStopping = true;
    // Of Ctrl-C Vitest and Playwright stop their servers. Whatever has not ended by then is killed.
    running?.kill("SIGINT");
    setTimeout(() => cleaning.stdin?.end(), 5000).unref();
  });

const failed: string[] = [];
for (const part of parts) {
  console.log(`\n── ${part.name}`);
  if (part.needs && failed.includes(part.needs)) {
    console.error(`Left out, because "${part.needs}" failed.`);
    failed.push(part.name);
    continue;
  }
  const start = performance.now();
  // A group of its own: Ctrl-C reaches it only through this process.
  running = spawn(process.execPath, part.command, {
    stdio: ["ignore", "inherit", "inherit"],
    env,
    detached: true,
  });
  const [status] = await once(running, "exit");
  running = null;
  if (isStopping) break;
  const took = (performance.now() - start) / 1000;
  times.push(`${part.name} ${took.toFixed(1)} s`);
  seconds[part.name] = took;
  const count = part.count?.() ?? { passed: 0, failed: 0, skipped: 0 };
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (status === 0 && count.failed === 0) continue;
  part.explain?.();
  failed.push(part.name);
}

console.log(`\n${times.join(", ")}`);
if (failed.length === 0 && !isStopping) {
  // `npm run goals` prints them among its figures.
  mkdirSync(".cache", { recursive: true });
  writeFileSync(".cache/test-times.json", JSON.stringify(seconds));
}
if (total.skipped > 0) console.log(`${total.skipped} left out`);
if (isStopping) console.error("Stopped before the end.");
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
cleaning.stdin?.end();
if (cleaning.exitCode === null) await once(cleaning, "exit");
process.exit(isStopping ? 130 : failed.length > 0 ? 1 : 0);

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
