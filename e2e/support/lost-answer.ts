import { expect, type Page } from "@playwright/test";

/** The server handles the next POST, or the next to such an address, and the browser never receives the response. */
export async function loseOneAnswer(page: Page, to = /./): Promise<void> {
  let isLost = false;
  await page.route("**/api/**", async (route) => {
    // The check for duplicates while typing is a POST too, and saves nothing.
    const isSave = route.request().method() === "POST" && !route.request().url().endsWith("/duplicates");
    if (isLost || !isSave || !to.test(route.request().url())) return route.fallback();
    isLost = true;
    expect((await route.fetch()).status()).toBeLessThan(300);
    await route.abort("connectionreset");
  });
}
