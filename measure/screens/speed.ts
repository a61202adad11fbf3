import type { Browser } from "playwright";

/** Rounds of a fixed work in a page, a second: whether times of two runs may be held against each other. */
export async function speedOf(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate<number>(`(() => {
      const round = () => {
        let text = "";
        for (let index = 0; index < 20000; index++) text += String.fromCharCode(97 + (index * 7) % 26);
        return text.split("").sort().length;
      };
      round();
      const start = performance.now();
      let rounds = 0;
      while (performance.now() - start < 1000) { round(); rounds++; }
      return Math.round(rounds * 1000 / (performance.now() - start));
    })()`);
  } finally {
    await page.close();
  }
}
