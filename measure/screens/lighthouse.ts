import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright";
import { chromiumFlags } from "#scripts/find-chromium.ts";
import { owner } from "#scripts/seed-demo.ts";
import { sessionCookie } from "#server/auth/session.ts";
import { atLeast, atMost, type Figure } from "#test/harness/figure.ts";
import { freePort } from "#test/harness/free-port.ts";
import { inFolder } from "#test/harness/postgres.ts";
import { median } from "#test/harness/statistics.ts";
import { type Account, manyOwner, type ScreensEnvironment } from "./environment.ts";

/** Run by npx: with its dependencies it is as large as everything else that Klinika is built with. */
const command = "lighthouse@13.5.0";
const runs = Number(process.env.GOALS_RUNS ?? 5);
/** Below this the machine is too busy or too slow for its blocking time to mean anything. */
const leastBenchmark = 1000;

/** The part of Lighthouse's result that is used. */
type Result = {
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>;
  categories: Record<string, { score: number | null }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
};

/** Lighthouse's own phone: a simulated slow 4G connection, and a processor four times slower. */
export async function lighthouse(environment: ScreensEnvironment): Promise<Figure[]> {
  const id = environment.featuredPatient;
  const pages: [what: string, path: string, account: Account | null][] = [
    ["landing page", "/", null],
    ["sign-in", "/token-login", null],
    ["dashboard", "/dashboard", owner],
    ["patients", "/patients", owner],
    ["one patient", `/patients/${id}`, owner],
    ["a day of 200 visits", "/consults", manyOwner],
  ];
  const figures: Figure[] = [];
  for (const page of pages) figures.push(...(await visit(environment, ...page)));
  return figures;
}

async function visit(
  environment: ScreensEnvironment,
  what: string,
  path: string,
  account: Account | null,
): Promise<Figure[]> {
  const isPublic = account === null;
  // Audits without times are the same each run, and run once.
  const untimed = ["accessibility", "best-practices", ...(isPublic ? ["seo"] : [])];
  const results: Result[] = [];
  for (let run = 0; run < runs; run++)
    results.push(
      await once(environment, path, account, run === 0 ? ["performance", ...untimed] : ["performance"]),
    );
  const slow = results.filter((one) => one.environment.benchmarkIndex < leastBenchmark).length;
  if (slow > 0) console.log(`  ${what}: in ${slow} of ${runs} runs the machine was too busy to be trusted`);
  const middle = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const scoreOf = ({ categories }: Result, name: string) => (categories[name]?.score ?? 0) * 100;
  const [first] = results as [Result];
  const failures = Object.entries(first.audits)
    .filter(([, { score }]) => score !== null && score < 1)
    .map(([name, { title }]) => `${name}: ${title}`);
  const performance = median(results.map((one) => scoreOf(one, "performance")));
  return [
    atMost(`LCP of ${what}`, middle("largest-contentful-paint") / 1000, isPublic ? 1.8 : 2.5, " s"),
    atMost(`TBT of ${what}`, middle("total-blocking-time"), 150, " ms", 0),
    atMost(`CLS of ${what}`, middle("cumulative-layout-shift"), 0.02, "", 3),
    atLeast(`performance of ${what}`, performance, isPublic ? 95 : 90, " points", 0),
    ...untimed.map((name) => ({
      ...atLeast(`${name} of ${what}`, scoreOf(first, name), name === "seo" ? 95 : 100, " points", 0),
      failures,
    })),
  ];
}

/** One run in its own browser, with a session if the page needs one. */
const once = (
  { chromiumPath, origin, tokenOf }: ScreensEnvironment,
  path: string,
  account: Account | null,
  categories: readonly string[],
): Promise<Result> =>
  inFolder(async (folder) => {
    const port = await freePort();
    const window = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath,
      args: [...chromiumFlags, `--remote-debugging-port=${port}`],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    try {
      if (account)
        await window.addCookies([{ name: sessionCookie, value: await tokenOf(account), url: origin }]);
      const output = ["--output=json", "--output-path=stdout", "--quiet"];
      const only = `--only-categories=${categories.join(",")}`;
      const { stdout } = await promisify(execFile)(
        "npx",
        ["--yes", command, `${origin}${path}`, `--port=${port}`, only, ...output],
        { maxBuffer: 100 * 1024 * 1024 },
      );
      const result = JSON.parse(stdout) as Result;
      if (result.runtimeError) throw new Error(result.runtimeError.message);
      return result;
    } finally {
      await window.close();
    }
  });
