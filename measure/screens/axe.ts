import type { BrowserContextOptions, Page } from "playwright";
import { sidewaysOn, violationsOn } from "#test/axe.ts";
import { type Figure, none } from "#test/harness/figure.ts";
import { desk, phone, type ScreensEnvironment } from "./environment.ts";
import { dialogs, routes, type Screen, settle } from "./screens.ts";

type PageCheck = Screen & {
  before?: (page: Page) => Promise<unknown>;
  ready?: (page: Page) => Promise<unknown>;
};

/** Reads of lists and figures, which fail or are delayed for some checks. */
const reads =
  /\/api\/(patients|consultations|reports|tasks|referrals|secretaries|users|dashboard|clinic\/settings)/;
const withReads = routes.filter(({ name }) =>
  ["dashboard", "patients", "today", "reports", "archive", "tasks", "shared with me", "staff"].includes(name),
);
/** A browser with text at twice the size. */
const enlarged = ["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"];

/** axe and sideways scrolling in states that e2e/everywhere/every-screen.spec.ts does not cover: failing, loading, enlarged. */
export async function axe(environment: ScreensEnvironment): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [where, options] of [
    ["1280 px", desk],
    ["412 px", phone],
  ] as const) {
    figures.push(await checkPages(environment, `errors at ${where}`, options, withReads.map(refused)));
    figures.push(await checkPages(environment, `loading at ${where}`, options, withReads.map(waiting)));
  }
  const all = [...routes, ...dialogs(environment.featuredPatient)];
  return [...figures, await checkPages(environment, "text at 200 %, 1280 px", desk, all, enlarged)];
}

async function checkPages(
  environment: ScreensEnvironment,
  what: string,
  options: BrowserContextOptions,
  screens: readonly PageCheck[],
  flags?: readonly string[],
): Promise<Figure> {
  const failures: string[] = [];
  const left = [...screens];
  // Two at a time, one for each core.
  const checkNext = async () => {
    for (let screen = left.shift(); screen; screen = left.shift()) {
      const { name, account } = screen;
      const found = await environment
        .onPage(account, options, lookAt(screen), flags)
        .catch((error: unknown) => [String(error).slice(0, 300)]);
      failures.push(...found.map((fault) => `${name}: ${fault}`));
    }
  };
  await Promise.all([checkNext(), checkNext()]);
  return none(what, screens.length, failures);
}

const lookAt =
  (screen: PageCheck) =>
  async (page: Page): Promise<string[]> => {
    page.setDefaultTimeout(20_000);
    await screen.before?.(page);
    await page.goto(screen.path);
    await (screen.ready ?? settle)(page);
    await screen.act?.(page);
    if (screen.act) await settle(page);
    const sideways = await sidewaysOn(page);
    return [...(await violationsOn(page)), ...sideways.map((part) => `scrolls sideways: ${part}`)];
  };

const refused = (screen: Screen): PageCheck => ({
  ...screen,
  before: (page) =>
    page.route(reads, (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "x", reference: "r-1" } }),
    ),
});

const waiting = (screen: Screen): PageCheck => ({
  ...screen,
  before: (page) => page.route(reads, () => undefined),
  ready: (page) => page.locator(".skeleton, [aria-busy=true]").first().waitFor(),
});
