import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EnvironmentSource } from "#test/harness/environment.ts";
import { every, type Figure, none } from "#test/harness/figure.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { inFolder } from "#test/harness/postgres.ts";

/** The computer's time zone, which must not matter, and its time: a minute on each side of midnight in Manila. */
const settings: Record<string, string>[] = [
  { TZ: "UTC" },
  { TZ: "Asia/Manila" },
  { TZ: "America/New_York" },
  { TZ: "UTC", PROVE_CLOCK: "15:59:00" },
  { TZ: "Asia/Manila", PROVE_CLOCK: "16:01:00" },
];
const movedClock = `--import=${new URL("preloaded/moved-clock.ts", import.meta.url).href}`;

/** Tests about days, for a small run. */
const ofDays = [
  "src/shared",
  "src/features/reports/server",
  "src/features/consultations/server/today.test.ts",
  "src/server/jobs/due-notices.test.ts",
];

type Report = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};
type Result = { passed: Set<string>; failed: string[] };

/** The unit and API tests in a process with these settings. */
const suiteUnder = (env: Record<string, string>, files: readonly string[]): Promise<Result> =>
  inFolder(async (folder) => {
    const report = join(folder, "report.json");
    const words = ["run", "--project", "server", "--reporter=json", `--outputFile=${report}`, ...files];
    const run = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...words], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const isOver = stopWhenInterrupted(async () => run.kill("SIGINT"));
    try {
      await once(run, "close");
      const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
      const all = testResults.flatMap(({ name, assertionResults }) => {
        const file = name.slice(process.cwd().length + 1);
        if (assertionResults.length === 0) return [{ test: `${file}: could not be run`, status: "failed" }];
        return assertionResults.map(({ fullName, status }) => ({ test: `${file}: ${fullName}`, status }));
      });
      const of = (wanted: string) => all.flatMap(({ test, status }) => (status === wanted ? [test] : []));
      return { passed: new Set(of("passed")), failed: of("failed") };
    } finally {
      isOver();
    }
  });

/** The suite under each clock. */
export async function clocks({ share }: EnvironmentSource): Promise<Figure[]> {
  const files = share < 1 ? ofDays : [];
  const results: (Result & { name: string })[] = [];
  for (const clock of settings) {
    const name = [clock.TZ, clock.PROVE_CLOCK && `at ${clock.PROVE_CLOCK} UTC`].filter(Boolean).join(" ");
    const result = await suiteUnder(
      { ...clock, ...(clock.PROVE_CLOCK && { NODE_OPTIONS: movedClock }) },
      files,
    );
    console.log(`time: ${name}: ${result.passed.size} passed, ${result.failed.length} failed`);
    results.push({ name, ...result });
  }
  const asked = results.reduce((sum, { passed, failed }) => sum + passed.size + failed.length, 0);
  const first = results[0]?.passed ?? new Set<string>();
  const different = results.flatMap(({ name, passed }) =>
    [...new Set([...first, ...passed])]
      .filter((test) => !first.has(test) || !passed.has(test))
      .map((test) => `${name}: ${test}`),
  );
  const counts = results.map(({ passed }) => passed.size).join(", ");
  return [
    every(
      "tests that pass with the clock in UTC, Asia/Manila, America/New_York, at 15:59 and at 16:01 UTC",
      asked,
      results.flatMap(({ name, failed }) => failed.map((test) => `${name}: ${test}`)),
    ),
    none(`tests, by name, that pass under one clock and not under another (${counts})`, asked, different),
  ];
}

const tests = ["every-endpoint", "hostile-input", "logs-and-headers", "pooled-connections"];
const apiTests = ["src/features", "src/server", ...tests.map((name) => `test/${name}`)];

/** The API tests, with requests answered alternately by two processes on one database and one S3 store. */
export async function twoInTurns({ share }: EnvironmentSource): Promise<Figure> {
  const files = share < 1 ? ["src/features/tasks", "src/features/accounts"] : apiTests;
  const { passed, failed } = await suiteUnder({ KLINIKA_TEST_INSTANCES: "2" }, files);
  return every("API tests that pass where two answer in turns", passed.size + failed.length, failed);
}
