import { expect, type Page } from "@playwright/test";

/** The server handles the next POST, or the next to such an address, and the browser never receives the answer. */
export async function loseOneAnswer(page: Page, to = /./): Promise<void> {
  let isLost = false;
  await page.route("**/api/**", async (route) => {
    // The look for a double while typing is a POST too, and saves nothing.
    const isSave = route.request().method() === "POST" && !route.request().url().endsWith("/duplicates");
    if (isLost || !isSave || !to.test(route.request().url())) return route.fallback();
    isLost = true;
    expect((await route.fetch()).status()).toBeLessThan(300);
    await route.abort("connectionreset");
  });
}
