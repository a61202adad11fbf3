import { owner } from "#scripts/seed-demo.ts";
import { atMost, type Figure } from "#test/harness/figure.ts";
import { desk, type ScreensEnvironment } from "./environment.ts";
import { settle } from "./screens.ts";

/** Types for some seconds, kills the tab as a crash does, and restores the draft. */
export async function killedTab(environment: ScreensEnvironment): Promise<Figure> {
  const address = `/patients?open=edit&patient=${environment.featuredPatient}`;
  const context = await environment.windowOf(owner, desk);
  try {
    let page = await context.newPage();
    const remarks = () => page.getByRole("dialog").getByLabel("Remarks");
    await page.goto(address);
    await settle(page);
    const before = (await remarks().inputValue()).length;
    await remarks().focus();
    await page.keyboard.press("Control+End");
    const typedAt: number[] = [];
    const start = performance.now();
    while (performance.now() - start < 5000) {
      await page.keyboard.type("abcdefghij"[typedAt.length % 10] ?? "a", { delay: 40 });
      typedAt.push(performance.now());
    }
    const killed = performance.now();
    const devTools = await context.newCDPSession(page);
    await Promise.race([devTools.send("Page.crash").catch(() => undefined), page.waitForEvent("crash")]);
    page = await context.newPage();
    await page.goto(address);
    const restore = page.getByRole("button", { name: "Restore" });
    await restore.waitFor({ timeout: 10_000 }).catch(() => undefined);
    let restored = 0;
    if (await restore.isVisible()) {
      await restore.click();
      await restore.waitFor({ state: "detached" });
      restored = (await remarks().inputValue()).length - before;
    }
    // Counted from when the first lost letter was typed.
    const lost = restored < typedAt.length ? killed - (typedAt[restored] ?? start) : 0;
    return atMost("typing lost with a killed tab", lost, 1000, " ms", 0);
  } finally {
    await context.close();
  }
}
