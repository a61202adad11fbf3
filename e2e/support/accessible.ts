import { expect, type Page } from "@playwright/test";
import { sidewaysOn, violationsOn } from "#test/axe.ts";

/** No axe violations, on the whole page or within a part of it. */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  expect(await violationsOn(page, within)).toEqual([]);
}

/** No axe violations, and the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  expect(await sidewaysOn(page), "pixels of sideways scrolling").toBeLessThanOrEqual(0);
}
