import type { Page } from "playwright";

/** Counts the requests of a page from now on. The function it returns waits until none runs and what came is rendered. */
export function watchRequests(page: Page): () => Promise<void> {
  const running = new Set<unknown>();
  page.on("request", (request) => running.add(request));
  page.on("requestfinished", (request) => running.delete(request));
  page.on("requestfailed", (request) => running.delete(request));
  return async () => {
    for (let quiet = 0; quiet < 2; ) {
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      const isAwaited = await page.evaluate<boolean>("document.querySelector('.skeleton') !== null");
      quiet = running.size > 0 || isAwaited ? 0 : quiet + 1;
    }
  };
}

/** Goes to an address as a link does: the application's router follows without a reload, which takes most of the time. */
export const follow = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, "", ${JSON.stringify(address)})`);
