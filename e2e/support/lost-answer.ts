import { expect, type Page } from "@playwright/test";

/** The server handles the next POST, and the browser never receives the answer. */
export async function loseOneAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route("**/api/**", async (route) => {
    // The look for a double while typing is a POST too, and saves nothing.
    const isSave = route.request().method() === "POST" && !route.request().url().endsWith("/duplicates");
    if (isLost || !isSave) return route.fallback();
    isLost = true;
    expect((await route.fetch()).status()).toBeLessThan(300);
    await route.abort("connectionreset");
  });
}
