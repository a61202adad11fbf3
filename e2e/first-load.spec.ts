import { expect, test } from "@playwright/test";
import { countingLoads } from "#goals/first-load.ts";
import { comeAsStaff, openClinic } from "./clinic.ts";

// What a first visit fetches of scripts and styles, gzip, until the page is quiet: with what is kept for reading offline,
// which comes after the first paint, and without the toasts, which come with the first touch. The ceilings stand a
// kilobyte or two over what was measured: what makes a screen heavier says so here, and what makes it lighter lowers its
// ceiling.

const ceilings = [
  { address: "/", kB: 118 },
  { address: "/token-login", kB: 119 },
  { address: "/dashboard", kB: 192 },
  { address: "/patients", kB: 186 },
  { address: "/staff-dashboard", kB: 195 },
] as const;

test("no screen's first load grows unseen", { tag: "@desk" }, async ({ page }) => {
  const loads = countingLoads(page);
  for (const { address, kB } of ceilings)
    await test.step(address, async () => {
      if (address === "/dashboard") await openClinic(page);
      if (address === "/staff-dashboard") {
        await page.context().clearCookies();
        await comeAsStaff(page, await openClinic(page));
      }
      loads.start();
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      const { files, kB: sum } = loads.sofar();
      expect(sum, "the application was not fetched").toBeGreaterThan(50);
      expect
        .soft(sum, `kB of ${address}: ${files.map(([name, size]) => `${name} ${size}`).join(", ")}`)
        .toBeLessThanOrEqual(kB);
      // What public/ask-ahead.js asks for is what the first screen takes: else it would be asked for twice.
      const left = await page.evaluate<string[]>("Object.keys(globalThis.askedAhead?.answers ?? {})");
      expect.soft(left, `asked ahead of ${address}, and not taken`).toEqual([]);
    });
});
