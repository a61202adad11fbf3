import type { Page } from "playwright";

/** What is moved while a screen loads. */
export const mostShift = 0.02;

/** From the page's next address on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries())
        if (!hadRecentInput)
          window.shifts.push({ value, moved: sources.map(({ node }) => (node?.textContent ?? "").slice(0, 40)) });
    }).observe({ type: "layout-shift", buffered: true });
  `);

/** The sum so far, and the beginnings of the texts that moved. */
export async function shiftsOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  const all = await page.evaluate<{ value: number; moved: string[] }[]>("window.shifts");
  return {
    sum: all.reduce((sum, { value }) => sum + value, 0),
    moved: all.flatMap(({ moved }) => moved),
  };
}
