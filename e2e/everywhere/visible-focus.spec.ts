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

/** Of the focused element: whether something else covers all of it (WCAG 2.4.11), and whether it had the focus before. */
const lookAtFocus = (walk: string) => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect();
  const parts = [0.5, 0.1, 0.9];
  const isSeen = parts.some((down) =>
    parts.some((across) => {
      const at = document.elementFromPoint(left + width * across, top + height * down);
      return at !== null && (focused.contains(at) || at.contains(focused) || at.closest("label") !== null);
    }),
  );
  const isAgain = focused.dataset.walk === walk;
  focused.dataset.walk = walk;
  const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 40);
  const edges = [left, top, right, bottom].map(Math.round).join(", ");
  return { isSeen, isAgain, says: `${focused.tagName} "${name}" at ${edges}` };
};

/** The tab stops that nobody can see. */
async function hiddenStops(page: Page, walk: string): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = [];
  let stops = 0;
  let left = 0;
  while (stops < mostStops && left < 2) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(lookAtFocus, walk);
    // Past the last one the focus leaves the page, and comes back to the first.
    if (!focus) {
      left += 1;
      continue;
    }
    if (focus.isAgain) break;
    stops += 1;
    if (!focus.isSeen) hidden.push(focus.says);
  }
  return { stops, hidden };
}

test("the focus is never hidden behind a bar, at any zoom", async ({ page }) => {
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
    `/patients?open=details&patient=${patientIds[0]}`,
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
