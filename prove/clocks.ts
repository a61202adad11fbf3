import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { every, type Figure } from "#figures/figure.ts";
import type { House } from "./ground.ts";

/** The computer's own clock setting, which must change nothing. */
const zones = ["UTC", "Asia/Manila", "America/New_York"];

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string }[];
};

const vitest = "node_modules/vitest/vitest.mjs";

/** The unit and API tests, under one setting; the small run takes the files that speak of days. */
async function testsUnder(zone: string, files: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-clock-"));
  const file = join(folder, "report.json");
  try {
    const words = [vitest, "run", "--project", "server", "--reporter=json", `--outputFile=${file}`, ...files];
    const run = spawn(process.execPath, words, { env: { ...process.env, TZ: zone }, stdio: "ignore" });
    await once(run, "close");
    return JSON.parse(await readFile(file, "utf8")) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ofDays = [
  "src/shared",
  "src/features/reports/server",
  "src/features/consultations/server/today.test.ts",
];

/** The suite under three clock settings; what holds around midnight in Manila is asked in it, by moved clocks. */
export async function clocks({ share }: House): Promise<Figure[]> {
  const against: string[] = [];
  const counts = new Set<number>();
  let asked = 0;
  for (const zone of zones) {
    const report = await testsUnder(zone, share < 1 ? ofDays : []);
    asked += report.numPassedTests + report.numFailedTests;
    counts.add(report.numPassedTests);
    for (const { name, status } of report.testResults)
      if (status !== "passed") against.push(`TZ=${zone}: ${name}`);
  }
  return [
    every(`tests that pass under ${zones.join(", ")}`, asked, against),
    {
      what: "the same count of them under each",
      figure: [...counts].join(", "),
      goal: "one count",
      holds: counts.size === 1,
    },
  ];
}
