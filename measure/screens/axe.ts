import type { BrowserContextOptions, Page } from "playwright";
import { type Figure, none } from "#measure/report/figure.ts";
import { sidewaysOn, violationsOn } from "../../e2e/axe.ts";
import { dialogs, featuredPatient, routes, type Screen, settle } from "./screens.ts";
import type { Account } from "./ten-thousand.ts";
import { desk, phone, type TestEnvironment } from "./environment.ts";

type Look = Screen & { before?: (page: Page) => Promise<unknown>; ready?: (page: Page) => Promise<unknown> };

/** Reads of the lists and figures, which are refused or kept waiting for some looks. */
const reads =
  /\/api\/(patients|consultations|reports|tasks|referrals|secretaries|users|dashboard|clinic\/settings)/;

const underGlass = [
  "dashboard",
  "patients",
  "today",
  "reports",
  "archive",
  "tasks",
  "shared with me",
  "staff",
];

/** A browser set to letters of twice the size. */
const enlarged = ["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"];

/** axe: 0 and no sideways scrolling, on every address, dialog, error, empty and loading state. */
export async function axe(environment: TestEnvironment): Promise<Figure[]> {
  const id = await featuredPatient(environment);
  const every = [...routes, ...dialogs(id)];
  const some = routes.filter(({ name }) => underGlass.includes(name));
  const figures: Figure[] = [];
  for (const [where, options] of [
    ["1280 px", desk],
    ["412 px", phone],
  ] as const) {
    figures.push(await looks(environment, `addresses and dialogs at ${where}`, options, every));
    figures.push(await looks(environment, `errors at ${where}`, options, some.map(refused)));
    figures.push(await looks(environment, `loading at ${where}`, options, some.map(waiting)));
    const account = await aNewClinic(environment);
    figures.push(
      await looks(
        environment,
        `empty at ${where}`,
        options,
        some.map((screen) => ({ ...screen, account })),
      ),
    );
  }
  figures.push(await looks(environment, "text at 200 %, 1280 px", desk, every, enlarged));
  return figures;
}

async function looks(
  environment: TestEnvironment,
  what: string,
  options: BrowserContextOptions,
  screens: readonly Look[],
  flags?: readonly string[],
): Promise<Figure> {
  const against: string[] = [];
  const left = [...screens];
  // Two at a time, one for each core.
  const look = async () => {
    for (let screen = left.shift(); screen; screen = left.shift()) {
      const { name } = screen;
      const found = await oneLook(environment, options, screen, flags).catch((error: unknown) => [
        String(error).slice(0, 300),
      ]);
      for (const fault of found) against.push(`${name}: ${fault}`);
    }
  };
  const start = performance.now();
  await Promise.all([look(), look()]);
  console.log(`  ${what}: ${screens.length} in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return none(what, screens.length, against);
}

const oneLook = (
  environment: TestEnvironment,
  options: BrowserContextOptions,
  screen: Look,
  flags?: readonly string[],
): Promise<string[]> => environment.onPage(screen.account, options, lookAt(screen), flags);

const lookAt =
  (screen: Look) =>
  async (page: Page): Promise<string[]> => {
    page.setDefaultTimeout(20_000);
    await screen.before?.(page);
    await page.goto(screen.path);
    await (screen.ready ?? settle)(page);
    await screen.act?.(page);
    if (screen.act) await settle(page);
    const sideways = await sidewaysOn(page);
    return [...(await violationsOn(page)), ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : [])];
  };

const refused = (screen: Screen): Look => ({
  ...screen,
  before: (page) =>
    page.route(reads, (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "x", reference: "r-1" } }),
    ),
});

const waiting = (screen: Screen): Look => ({
  ...screen,
  before: (page) => page.route(reads, () => undefined),
  ready: (page) => page.locator(".skeleton, [aria-busy=true]").first().waitFor(),
});

let opened = 0;

async function aNewClinic(environment: TestEnvironment): Promise<Account> {
  const account = { email: `new${++opened}@goals.klinika.ph`, password: "goals-new-2026" };
  await environment.call("", "POST", "/api/auth/signup", {
    ...account,
    confirmPassword: account.password,
    clinicName: "Bagong Silang Clinic",
    doctorName: "Dr. Jose Lim, MD",
    phone: "+63 917 555 0148",
    licenseNumber: "0098413",
  });
  return account;
}
