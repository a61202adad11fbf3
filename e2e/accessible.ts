import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe: 0, on the whole page or within a part of it. */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  // In the page itself: the other way opens a second page for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`),
  ).toEqual([]);
}

/** axe: 0, and the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow, "pixels of sideways scrolling").toBeLessThanOrEqual(0);
}
