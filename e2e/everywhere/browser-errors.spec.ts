import { expect, test } from "@playwright/test";

test("an error in a screen reaches the server, without the page's address", async ({ page }) => {
  await page.goto("/privacy?search=Reyes");
  // The prerendered page is shown before the scripts that report errors run.
  await expect(page.locator("html[data-ready]")).toBeAttached();
  const report = page.waitForResponse("**/api/browser-errors");
  // Thrown by one of the product's own scripts, as a defect would be.
  const script = await page.locator('script[type="module"]').first().getAttribute("src");
  await page.evaluate((address) => {
    const error = new TypeError('no row "Reyes, Ana"');
    error.stack = `TypeError\n    at ${address}:1:1`;
    setTimeout(() => {
      throw error;
    });
  }, script);
  const answer = await report;
  expect(answer.status()).toBe(200);
  expect(answer.request().postData()).toContain("no row");
  expect(answer.request().postData()).not.toContain("Reyes");
});
