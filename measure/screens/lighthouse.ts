import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";
import { freePort } from "#measure/harness/free-port.ts";
import { median } from "#measure/harness/statistics.ts";
import { atLeast, atMost, type Figure } from "#measure/report/figure.ts";
import { chromiumFlags } from "#scripts/find-chromium.ts";
import { owner } from "#scripts/seed-demo.ts";
import { sessionCookie } from "#server/auth/session.ts";
import type { ScreensEnvironment } from "./environment.ts";
import { featuredPatient } from "./screens.ts";

/** Fetched by npx where it is run: with its dependencies it is as large as all else that Klinika is built with. */
const command = "lighthouse@13.5.0";

type Audits = Record<string, { numericValue?: number; score: number | null; title: string }>;
/** What is read of Lighthouse's result. */
type Result = {
  audits: Audits;
  categories: Record<string, { score: number | null }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
};
type Visited = {
  what: string;
  path: string;
  isPublic: boolean;
};

const runs = Number(process.env.GOALS_RUNS ?? 5);
/** Below this the machine is too busy or too slow for its blocking time to mean anything. */
const leastBenchmark = 1000;

/** Lighthouse's own phone: a slow 4G link by simulation, a processor four times slower. */
export async function lighthouse(environment: ScreensEnvironment): Promise<Figure[]> {
  const id = await featuredPatient(environment);
  const pages: Visited[] = [
    { what: "landing page", path: "/", isPublic: true },
    { what: "sign-in", path: "/token-login", isPublic: true },
    { what: "dashboard", path: "/dashboard", isPublic: false },
    { what: "patients", path: "/patients", isPublic: false },
    { what: "one patient", path: `/patients?open=details&patient=${id}`, isPublic: false },
  ];
  const figures: Figure[] = [];
  for (const page of pages) figures.push(...(await visit(environment, page)));
  return figures;
}

async function visit(environment: ScreensEnvironment, { what, path, isPublic }: Visited): Promise<Figure[]> {
  const measured: { lcp: number; tbt: number; cls: number; performance: number }[] = [];
  const scores: Record<string, number> = {};
  let audits: Audits = {};
  let slow = 0;
  for (let run = 0; run < runs; run++) {
    // All that is not timed is the same each time, and asked once.
    const all = run === 0;
    const only = all ? ["performance", "accessibility", "best-practices", "seo"] : ["performance"];
    const lhr = await once(environment, path, isPublic, only);
    const of = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
    const score = (name: string) => (lhr.categories[name]?.score ?? 0) * 100;
    if (all) {
      for (const name of only.slice(1)) scores[name] = score(name);
      audits = lhr.audits;
    }
    if (lhr.environment.benchmarkIndex < leastBenchmark) slow++;
    measured.push({
      lcp: of("largest-contentful-paint") / 1000,
      tbt: of("total-blocking-time"),
      cls: of("cumulative-layout-shift"),
      performance: score("performance"),
    });
  }
  if (slow > 0) console.log(`  ${what}: in ${slow} of ${runs} runs the machine was too busy to be trusted`);
  const middle = (of: keyof (typeof measured)[number]) => median(measured.map((one) => one[of]));
  const failed = Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 1)
    .map(([name, { title }]) => `${name}: ${title}`);
  const scored = (name: string, least: number): Figure => ({
    ...atLeast(`${name} of ${what}`, scores[name] ?? 0, least, " points", 0),
    failures: failed,
  });
  return [
    atMost(`LCP of ${what}`, middle("lcp"), isPublic ? 1.8 : 2.5, " s"),
    atMost(`TBT of ${what}`, middle("tbt"), 150, " ms", 0),
    atMost(`CLS of ${what}`, middle("cls"), 0.02, "", 3),
    atLeast(`performance of ${what}`, middle("performance"), isPublic ? 95 : 90, " points", 0),
    scored("accessibility", 100),
    scored("best-practices", 100),
    ...(isPublic ? [scored("seo", 95)] : []),
  ];
}

/** One look, in a browser of its own, whose window has the owner's session where the page asks for one. */
async function once(
  environment: ScreensEnvironment,
  path: string,
  isPublic: boolean,
  categories: readonly string[],
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-lighthouse-"));
  const port = await freePort();
  const window = await chromium.launchPersistentContext(folder, {
    executablePath: environment.chromiumPath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    if (!isPublic)
      await window.addCookies([
        { name: sessionCookie, value: await environment.tokenOf(owner), url: environment.origin },
      ]);
    const { stdout } = await promisify(execFile)(
      "npx",
      [
        "--yes",
        command,
        `${environment.origin}${path}`,
        `--port=${port}`,
        `--only-categories=${categories.join(",")}`,
        "--output=json",
        "--output-path=stdout",
        "--quiet",
      ],
      { maxBuffer: 100 * 1024 * 1024 },
    );
    const result = JSON.parse(stdout) as Result;
    if (result.runtimeError) throw new Error(result.runtimeError.message);
    return result;
  } finally {
    await window.close();
    await rm(folder, { recursive: true, force: true });
  }
}
