import { expect, type Page } from "@playwright/test";
import { sidewaysOn, spaceText, violationsOn } from "#test/axe.ts";
import { onPhone } from "./width.ts";

/** No axe violations, on the whole page or within a part of it. */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  expect(await violationsOn(page, within)).toEqual([]);
}

/** The narrowest width that must do (WCAG 1.4.10). */
const NARROWEST = 320;

/**
 * No axe violations, and neither the page nor what is open over it scrolls sideways; on a phone neither at the narrowest
 * width, nor with the text spaced as a reader may set it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  const sideways = async (how: string) =>
    expect.soft(await sidewaysOn(page), `what scrolls sideways, ${how}, ${page.url()}`).toEqual([]);
  await sideways("as it is");
  const size = page.viewportSize();
  if (!onPhone() || !size) return;
  await page.setViewportSize({ ...size, width: NARROWEST });
  await sideways(`at ${NARROWEST} pixels`);
  await spaceText(page, true);
  await sideways(`at ${NARROWEST} pixels with spaced text`);
  await spaceText(page, false);
  await page.setViewportSize(size);
}
