import axe from "axe-core";
import type { Frame, Page } from "playwright";

type Violation = { id: string; nodes: { html: string }[] };

/**
 * axe's violations on the page or a part of it: its whole standard rule set, in every frame. axe is injected once per
 * document, and only violations are returned. Its package for Playwright injects it three times per check and returns
 * all passed checks, which took four times as long.
 */
export async function violationsOn(page: Page, within?: string): Promise<string[]> {
  for (const frame of page.frames()) await bringAxe(frame);
  // A string, because stories have no DOM types. axe would preload for rules that run on audio and video only.
  const options = { resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] } };
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${within ? JSON.stringify({ include: [within] }) : "document"}, ${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`,
  );
}

async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(axe.source);
}

/** The spacing of text that a reader may set (WCAG 1.4.12). The page's policy forbids inline styles, not this. */
const textSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

/** Sets it, or takes it away. */
export const spaceText = (page: Page, isWide: boolean): Promise<void> =>
  page.evaluate<void>(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(textSpacing)});
    document.adoptedStyleSheets = ${isWide} ? [sheet] : [];
  }`);

/**
 * What is wider than its room, with the pixels: the page, a dialog, sheet or menu over it, and whatever scrolls sideways in
 * them but a box that is made for it (`ScrollBox`), code and a typed value.
 */
export const sidewaysOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const root = document.documentElement;
    const found = [];
    const note = (part, pixels) => {
      if (pixels >= 1)
        found.push(part.tagName.toLowerCase() + " " + (part.getAttribute("aria-label") ?? part.className) + ": " + pixels + " px");
    };
    note(root, root.scrollWidth - root.clientWidth);
    for (const layer of document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")) {
      const { left, right } = layer.getBoundingClientRect();
      note(layer, Math.round(Math.max(-left, right - root.clientWidth)));
    }
    for (const part of document.querySelectorAll("body *:not([data-scroll-box], input, textarea, select, pre, svg *)"))
      if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
        note(part, part.scrollWidth - part.clientWidth);
    return found;
  })()`);
