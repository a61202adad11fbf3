import { mostShift, shiftsOf, watchShifts } from "#e2e/support/layout-shift.ts";
import { owner, secretary } from "#scripts/seed-demo.ts";
import { atMost, type Figure } from "#test/harness/figure.ts";
import { type Account, desk, manyOwner, phone, type ScreensEnvironment } from "./environment.ts";
import { settle } from "./screens.ts";

/** Slow enough that each response is painted separately: latency in ms, bytes per second. */
const slowLink = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

/** First screens of the day and of a record on a slow connection, on a phone and on a desktop. */
export async function layoutShift(environment: ScreensEnvironment): Promise<Figure[]> {
  const record = `/patients?open=details&patient=${environment.featuredPatient}`;
  const screens: [what: string, path: string, account: Account][] = [
    ["dashboard", "/dashboard", owner],
    ["today", "/consults", owner],
    ["today, 10,000 patients", "/consults", manyOwner],
    ["staff dashboard", "/staff-dashboard", secretary],
    ["today, staff", "/consults", secretary],
    ["one patient", record, owner],
  ];
  const failures: string[] = [];
  let worst = 0;
  for (const [where, options] of [
    ["1366 px", { ...desk, viewport: { width: 1366, height: 768 } }],
    ["412 px", phone],
  ] as const)
    for (const [what, path, account] of screens) {
      const { sum, moved } = await environment.onPage(account, options, async (page) => {
        const link = await page.context().newCDPSession(page);
        await link.send("Network.emulateNetworkConditions", slowLink);
        await watchShifts(page);
        await page.goto(path);
        await settle(page);
        return shiftsOf(page);
      });
      worst = Math.max(worst, sum);
      if (sum > mostShift) failures.push(`${what}, ${where}: ${sum.toFixed(3)} (${moved.join(" | ")})`);
    }
  return [{ ...atMost("the largest layout shift of first screens", worst, mostShift, "", 3), failures }];
}
