import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { atMost, type Figure } from "#measure/report/figure.ts";

const checks = [
  ["faults of types, server", ["typescript/bin/tsc", "-p", "tsconfig.server.json"]],
  ["faults of types, screens", ["typescript/bin/tsc", "-p", "tsconfig.web.json"]],
  ["faults of format", ["@biomejs/biome/bin/biome", "check", ".", "--reporter=github"]],
  ["faults of lint", ["oxlint/bin/oxlint", "--format=github"]],
] as const;

/** Where `npm test` leaves how long its parts took, in seconds. */
export const timesFile = ".cache/test-times.json";
const longest = { "unit and API tests": 60, "browser stories": 300 };

/** Types, lint, and how long the last whole `npm test` took. */
export function repoChecks(): Figure[] {
  const faults = checks.map(([what, [script, ...words]]) => {
    const { stdout, status } = spawnSync(process.execPath, [`node_modules/${script}`, ...words], {
      encoding: "utf8",
    });
    const lines = stdout.split("\n").filter((line) => /error TS|^::(error|warning)/.test(line));
    return {
      what,
      figure: String(status === 0 ? 0 : Math.max(1, lines.length)),
      goal: "0",
      passes: status === 0,
      failures: lines,
    };
  });
  const times = existsSync(timesFile)
    ? (JSON.parse(readFileSync(timesFile, "utf8")) as Record<string, number>)
    : {};
  const suites = Object.entries(longest).map(([name, goal]) => {
    const what = `${name} of the last whole npm test`;
    const took = times[name];
    return took === undefined
      ? { what, figure: "npm test has not run here", goal: `≤ ${goal} s`, passes: false }
      : atMost(what, took, goal, " s", 1);
  });
  return [...faults, ...suites];
}
