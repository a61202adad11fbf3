import { expect, type Page, test } from "@playwright/test";
import { openClinic } from "#e2e/support/clinic.ts";

/** A laptop; the same at 200 % zoom; a phone; 400 % zoom. */
const windows = [
  { width: 1366, height: 768 },
  { width: 683, height: 384 },
  { width: 390, height: 844 },
  { width: 320, height: 256 },
];
const mostStops = 80;

type Focus = { isSeen: boolean; isAgain: boolean; says: string };

const comesInSight = (page: Page, walk: string): Promise<boolean> =>
  page.waitForFunction(`lookAtFocus(${JSON.stringify(walk)})?.isSeen`, null, { timeout: 1000 }).then(
    () => true,
    () => false,
  );

/** The tab stops that nobody can see. */
async function hiddenStops(page: Page, walk: string): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = [];
  let stops = 0;
  let left = 0;
  while (stops < mostStops && left < 2) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate<Focus | null>(`lookAtFocus(${JSON.stringify(walk)})`);
    // Past the last one the focus leaves the page, and comes back to the first.
    if (!focus) {
      left += 1;
      continue;
    }
    if (focus.isAgain) break;
    stops += 1;
    // What is scrolled to may load a part, which moves it for a moment.
    if (!focus.isSeen && !(await comesInSight(page, walk))) hidden.push(focus.says);
  }
  return { stops, hidden };
}

test("the focus is never hidden behind a bar, at any zoom", { tag: "@release" }, async ({ page }) => {
  await page.addInitScript({ path: "e2e/support/look-at-focus.js" });
  const patients = Array.from({ length: 14 }, (_, index) => ({
    patientName: `Abad${String.fromCharCode(97 + index)}, Joaquin Luis`,
    birthday: `19${60 + index}-03-02`,
    contactNumber: `+6391755501${String(index + 10)}`,
  }));
  const { patientIds } = await openClinic(page, { patients });
  const screens = [
    "/dashboard",
    "/patients",
    "/consults",
    "/settings",
    `/patients/${patientIds[0]}`,
    `/patients/${patientIds[0]}/details`,
    `/patients?open=prescription&patient=${patientIds[0]}`,
    "/patients?open=add",
  ];
  for (const address of screens) {
    await page.goto(address);
    const root = page.getByRole(address.includes("open=") ? "dialog" : "main");
    await expect(root.getByRole("button").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    for (const size of windows) {
      const where = `${address} at ${size.width} x ${size.height}`;
      await page.setViewportSize(size);
      const { stops, hidden } = await hiddenStops(page, where);
      expect.soft(hidden, where).toEqual([]);
      expect.soft(stops, where).toBeGreaterThan(5);
    }
  }
});
