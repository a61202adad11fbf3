import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnvironmentSource } from "#measure/harness/environment.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { every, type Figure, none } from "#measure/report/figure.ts";

/** The computer's own zone, which must change nothing, and its time: a minute each side of midnight in Manila. */
const settings = [
  { TZ: "UTC" },
  { TZ: "Asia/Manila" },
  { TZ: "America/New_York" },
  { TZ: "UTC", PROVE_CLOCK: "15:59:00" },
  { TZ: "Asia/Manila", PROVE_CLOCK: "16:01:00" },
];
type Clock = (typeof settings)[number];

type Report = {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; duration?: number }[];
  }[];
};
type Result = { passed: Set<string>; failed: string[] };

const vitest = "node_modules/vitest/vitest.mjs";
const movedClock = `--import=${new URL("../harness/preloaded/moved-clock.ts", import.meta.url).href}`;

/** The unit and API tests, under one setting; the small run takes the files that speak of days. */
const testsUnder = (clock: Clock, files: readonly string[]) =>
  suiteUnder({ ...clock, ...(clock.PROVE_CLOCK && { NODE_OPTIONS: movedClock }) }, files);

/** The unit and API tests in a process with these settings. */
export async function suiteUnder(
  settings: Record<string, string>,
  files: readonly string[],
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-clock-"));
  const file = join(folder, "report.json");
  const words = [vitest, "run", "--project", "server", "--reporter=json", `--outputFile=${file}`, ...files];
  const env = { ...process.env, ...settings };
  const run = spawn(process.execPath, words, { env, stdio: "ignore" });
  const isOver = stopWhenInterrupted(async () => run.kill("SIGINT"));
  try {
    await once(run, "close");
    return resultOf(JSON.parse(await readFile(file, "utf8")) as Report);
  } finally {
    isOver();
    await rm(folder, { recursive: true, force: true });
  }
}

function resultOf({ testResults }: Report): Result {
  const passed = new Set<string>();
  const failed: string[] = [];
  for (const { name, assertionResults } of testResults) {
    const file = name.slice(process.cwd().length + 1);
    if (assertionResults.length === 0) failed.push(`${file}: could not be run`);
    for (const { fullName, status } of assertionResults)
      if (status === "passed") passed.add(`${file}: ${fullName}`);
      else if (status === "failed") failed.push(`${file}: ${fullName}`);
  }
  return { passed, failed };
}

const ofDays = [
  "src/shared",
  "src/features/reports/server",
  "src/features/consultations/server/today.test.ts",
  "src/server/jobs/due-notices.test.ts",
];

/** The suite under each clock; PROVE_TESTS="src/features/patients test" asks some of it, for a run in pieces. */
export async function clocks({ share }: EnvironmentSource): Promise<Figure[]> {
  const chosen = process.env.PROVE_TESTS?.split(" ") ?? (share < 1 ? ofDays : []);
  const against: string[] = [];
  const different: string[] = [];
  const counts: number[] = [];
  let first: Result | undefined;
  let asked = 0;
  for (const clock of settings) {
    const name = [clock.TZ, clock.PROVE_CLOCK && `at ${clock.PROVE_CLOCK} UTC`].filter(Boolean).join(" ");
    const result = await testsUnder(clock, chosen);
    first ??= result;
    counts.push(result.passed.size);
    asked += result.passed.size + result.failed.length;
    against.push(...result.failed.map((test) => `${name}: ${test}`));
    for (const test of new Set([...first.passed, ...result.passed]))
      if (!first.passed.has(test) || !result.passed.has(test)) different.push(`${name}: ${test}`);
    console.log(`time: ${name}: ${result.passed.size} passed, ${result.failed.length} failed`);
  }
  const names = "UTC, Asia/Manila, America/New_York, at 15:59 and at 16:01 UTC";
  return [
    every(`tests that pass with the clock in ${names}`, asked, against),
    none(
      `tests, by name, that pass under one clock and not under another (${counts.join(", ")})`,
      asked,
      different,
    ),
  ];
}
