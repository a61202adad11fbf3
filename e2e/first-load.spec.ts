import { existsSync, statSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { comeAsStaff, openClinic } from "./clinic.ts";

// What a first visit fetches of scripts and styles, gzip, until the page is quiet: with the toasts and what is kept
// for reading offline, which come after the first paint. The ceilings stand a kilobyte or two over what was measured:
// what makes a screen heavier says so here, and what makes it lighter lowers its ceiling.

const ceilings = [
  { address: "/", kB: 128 },
  { address: "/token-login", kB: 129 },
  { address: "/dashboard", kB: 219 },
  { address: "/patients", kB: 214 },
  { address: "/staff-dashboard", kB: 222 },
] as const;

test("no screen's first load grows unseen", { tag: "@desk" }, async ({ page }) => {
  const fetched = new Map<string, number>();
  page.on("requestfinished", (request) => {
    if (!["script", "stylesheet"].includes(request.resourceType())) return;
    const file = `dist${new URL(request.url()).pathname}`;
    // What is too small to gain by it is kept as it is.
    fetched.set(file, statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size);
  });
  for (const { address, kB } of ceilings)
    await test.step(address, async () => {
      if (address === "/dashboard") await openClinic(page);
      if (address === "/staff-dashboard") {
        await page.context().clearCookies();
        await comeAsStaff(page, await openClinic(page));
      }
      fetched.clear();
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      const files = [...fetched].sort((one, other) => other[1] - one[1]);
      const sum = files.reduce((bytes, [, size]) => bytes + size, 0) / 1000;
      expect(sum, "the application was not fetched").toBeGreaterThan(50);
      expect
        .soft(sum, `kB of ${address}: ${files.map(([name, size]) => `${name} ${size}`).join(", ")}`)
        .toBeLessThanOrEqual(kB);
    });
});
