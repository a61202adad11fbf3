import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findChromium } from "./find-chromium.ts";

/**
 * Runs all checks and lists what failed. With `--release` it goes on with the tests that start, kill or flood servers, and
 * with the rest of the browser stories. The last lines show the time of each part beside its budget and count the tests:
 * "N passed, N failed". Ended by a signal it leaves no process behind.
 */

type Count = { passed: number; failed: number; skipped: number };
type Part = {
  name: string;
  command: string[];
  /** Seconds on two cores that do nothing else. */
  budget: number;
  /** A part whose failure leaves nothing to run here. */
  needs?: string;
  count?: () => Count;
  explain?: () => void;
};
type Result = { name: string; budget: number; seconds: number; count: Count; failed: boolean };

/** Everything that the run writes to the folder for temporary files; its databases run as another user. */
const folder = mkdtempSync(join(tmpdir(), "klinika-run-"));
chmodSync(folder, 0o1777);
const cleaning = spawn(process.execPath, ["scripts/clean-up-after.ts", folder], {
  detached: true,
  stdio: ["pipe", "ignore", "inherit"],
});

const bin = (path: string) => join("node_modules", path);
const none: Count = { passed: 0, failed: 0, skipped: 0 };

const vitest = (name: string, budget: number, ...projects: string[]): Part => {
  const report = join(folder, `${projects.join("-")}.json`);
  return {
    name,
    budget,
    command: [
      bin("vitest/vitest.mjs"),
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    count: () => countOfVitest(report),
  };
};

const browserReport = join(folder, "browser.json");
const stories = (name: string, budget: number, ...projects: string[]): Part => ({
  name,
  budget,
  needs: "build",
  command: [
    bin("@playwright/test/cli.js"),
    "test",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=list,json",
  ],
  count: () => countOfPlaywright(browserReport),
  explain: printFailedPages,
});

const typecheck = (project: string) => [bin("typescript/bin/tsc"), "-p", project];

/** Of two cores they leave little to the unit tests beside them, which wait for PostgreSQL often enough. */
const beside: Part[] = [
  { name: "types of the server", budget: 20, command: typecheck("tsconfig.server.json") },
  { name: "types of the screens", budget: 15, command: typecheck("tsconfig.web.json") },
  { name: "format", budget: 10, command: [bin("@biomejs/biome/bin/biome"), "check", "."] },
  { name: "lint", budget: 10, command: [bin("oxlint/bin/oxlint")] },
  {
    name: "imports",
    budget: 15,
    command: [bin("dependency-cruiser/bin/dependency-cruiser.mjs"), "src", "test", "e2e", "scripts"],
  },
  { name: "build", budget: 30, command: ["scripts/prepare.mjs"] },
];
const everyTime: Part[] = [
  vitest("unit and API tests", 230, "server", "screens"),
  stories("browser stories", 180, "desk", "phone"),
];
const forReleases: Part[] = [
  vitest("servers started, killed and flooded", 300, "release"),
  stories("the other browser stories", 540, "desk, before a release", "phone, before a release"),
];

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The component gallery is among what the browser stories look at.
  GALLERY: "1",
  TMPDIR: folder,
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  // Workers and servers load hundreds of modules each, which one of them compiles for all.
  NODE_COMPILE_CACHE: resolve(".cache", "modules"),
};

const { path, origin } = findChromium(process.env);
env.CHROMIUM_PATH = path;
console.log(`Chromium ${origin}: ${path}`);
const database = process.env.DATABASE_URL ? "the one DATABASE_URL names" : "the one inside Klinika";
console.log(`PostgreSQL: ${database}`);

const running = new Set<ChildProcess>();
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    isStopping = true;
    // Of Ctrl-C Vitest and Playwright stop their servers. Whatever has not ended by then is killed.
    for (const one of running) one.kill("SIGINT");
    setTimeout(() => cleaning.stdin?.end(), 5000).unref();
  });

const results: Result[] = [];
const start = performance.now();
const [first, ...rest] = everyTime;
await Promise.all([inTurn(beside, "at its end"), inTurn(first ? [first] : [], "at once")]);
await inTurn(rest, "at once");
const whole = { name: "npm test", seconds: secondsSince(start), budget: 420 };
if (process.argv.includes("--release")) await inTurn(forReleases, "at once");

const failed = results.filter((result) => result.failed).map(({ name }) => name);
const total = (of: keyof Count) => results.reduce((sum, { count }) => sum + count[of], 0);
console.log(`\n${[...results, whole].map(timeOf).join("\n")}`);
if (total("skipped") > 0) console.log(`${total("skipped")} left out`);
if (isStopping) console.error("Stopped before the end.");
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
cleaning.stdin?.end();
if (cleaning.exitCode === null) await once(cleaning, "exit");
process.exit(isStopping ? 130 : failed.length > 0 ? 1 : 0);

async function inTurn(parts: readonly Part[], prints: "at once" | "at its end"): Promise<void> {
  for (const part of parts) {
    if (isStopping) return;
    const { name, budget } = part;
    if (part.needs && results.some((result) => result.name === part.needs && result.failed)) {
      console.error(`\n── ${name}\nLeft out, because "${part.needs}" failed.`);
      results.push({ name, budget, seconds: 0, count: none, failed: true });
      continue;
    }
    if (prints === "at once") console.log(`\n── ${name}`);
    const began = performance.now();
    const { status, output } = await run(part.command, prints);
    if (isStopping) return;
    if (prints === "at its end") console.log(`\n── ${name}\n${output}`);
    const count = part.count?.() ?? none;
    const isFailed = status !== 0 || count.failed > 0;
    if (isFailed) part.explain?.();
    results.push({ name, budget, seconds: secondsSince(began), count, failed: isFailed });
  }
}

async function run(command: string[], prints: "at once" | "at its end") {
  const output = prints === "at once" ? "inherit" : "pipe";
  // A group of its own: Ctrl-C reaches it only through this process.
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", output, output],
    env,
    detached: true,
  });
  running.add(child);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  const [status] = (await once(child, "close")) as [number | null];
  running.delete(child);
  return { status, output: Buffer.concat(printed).toString().trimEnd() };
}

function secondsSince(instant: number): number {
  return (performance.now() - instant) / 1000;
}

function timeOf({ name, seconds, budget }: { name: string; seconds: number; budget: number }): string {
  const over = seconds > budget ? ", over it" : "";
  return `${name.padEnd(36)}${seconds.toFixed(0).padStart(5)} s of ${String(budget).padStart(3)} s${over}`;
}

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
