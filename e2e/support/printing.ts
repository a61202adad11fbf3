import type { Page } from "@playwright/test";

const recordFrames = `
  const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow").get;
  Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
    configurable: true,
    get() {
      if (this.title !== "Page to print") return own.call(this);
      const print = () => {
        if (this.src.startsWith("blob:")) window.framesPrinted = (window.framesPrinted ?? 0) + 1;
      };
      return { print };
    },
  });`;

/**
 * Counts what the page sends to the browser's print function, which is replaced: no script can drive it, and it ends a
 * headless Chromium that shows a PDF in a frame. Call it before the page is opened.
 */
export async function recordPrinting(page: Page): Promise<{ printed: () => Promise<number> }> {
  let tabs = 0;
  page.on("popup", () => {
    tabs += 1;
  });
  await page.addInitScript(recordFrames);
  // A browser without a PDF viewer opens the file in a tab.
  return { printed: async () => tabs + (await page.evaluate<number>("window.framesPrinted ?? 0")) };
}
