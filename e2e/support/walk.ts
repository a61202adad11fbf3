import type { BrowserContext, Page } from "playwright";
import { sessionCookie } from "#server/auth/session.ts";
import type { PlantedClinic } from "#test/safety/planted-clinic.ts";
import { withoutSpace } from "#test/safety/planted-scripts.ts";
import type { Noticed, WalkedPage } from "./walked-page.ts";
import { type Press, screens, type WalkedScreen } from "./walked-screens.ts";

/** The findings of one walk through all screens. */
export type Walk = Noticed & { opened: number; seen: Set<string>; missing: string[] };

const isError = /Try Again|This page could not be shown|This part could not be loaded|Page Not Found/;

async function signedInAs(context: BrowserContext, origin: string, token: string | null): Promise<void> {
  await context.clearCookies();
  if (token) await context.addCookies([{ name: sessionCookie, value: token, url: origin }]);
}

/** Opens each screen and presses its sequence: reads the texts, and records executed scripts and created elements. */
export async function walkScreens(
  walked: WalkedPage,
  origin: string,
  clinic: PlantedClinic,
  among: readonly WalkedScreen[] = screens,
): Promise<Walk> {
  const { page, noticed } = walked;
  const walk: Walk = { ...noticed, opened: 0, seen: new Set(), missing: [] };
  const [example] = clinic.planted;
  const read = async (where: string) => {
    const says = await walked.read();
    const squeezed = withoutSpace(says);
    if (isError.test(says)) walk.failures.push(`${where}: an error page`);
    for (const { place, text } of clinic.planted)
      if (!walk.seen.has(place) && squeezed.includes(withoutSpace(text))) walk.seen.add(place);
    walk.opened += 1;
  };
  const open = async ({ who, address, sessionStorage, press = [] }: WalkedScreen) => {
    await signedInAs(page.context(), origin, who === "nobody" ? null : clinic[who].token);
    const where = address(clinic);
    const storage = JSON.stringify(sessionStorage?.(example?.text ?? "") ?? {});
    await page.evaluate(
      `localStorage.clear(); sessionStorage.clear(); Object.assign(sessionStorage, ${storage})`,
    );
    await page.goto(where);
    const begun = /[?&]open=/.test(where) ? "[role=dialog]" : "main, [role=alertdialog]";
    await page.locator(begun).first().waitFor({ timeout: 20_000 });
    await read(where);
    for (const [index, one] of press.entries()) {
      const what = one instanceof RegExp ? String(one) : JSON.stringify(one);
      const before = await layersOf(page).count();
      if (!(await pressOne(walked, one, clinic))) walk.missing.push(`${where}: ${what} is not there`);
      // The key that closes a dialog would close the page below while the dialog is still loading.
      const next = press[index + 1];
      if (next && "key" in next && next.key === "Escape")
        await layersOf(page)
          .nth(before)
          .waitFor({ timeout: 5000 })
          .catch(() => undefined);
      await read(`${where} ${what}`);
    }
  };
  await page.goto("/privacy");
  for (const place of among)
    await open(place).catch((error: Error) =>
      walk.missing.push(`${place.address(clinic)}: ${error.message}`),
    );
  return walk;
}

const pressable = ["button", "tab", "link", "switch", "menuitem", "radio"] as const;

const layersOf = (page: Page) =>
  page.locator("[role=dialog], [role=alertdialog], [role=menu]").locator("visible=true");

/** The first visible one of that name, in the topmost dialog if there is one. */
async function pressOne({ page }: WalkedPage, wanted: Press, { planted }: PlantedClinic): Promise<boolean> {
  if ("key" in wanted) {
    await page.keyboard.press(wanted.key);
    return true;
  }
  const dialogs = layersOf(page);
  const within = (await dialogs.count()) > 0 ? dialogs.last() : page.locator("body");
  const name = "planted" in wanted ? planted.find(({ place }) => place === wanted.planted)?.text : wanted;
  if (name === undefined) return false;
  const [first, ...others] = pressable.map((role) => within.getByRole(role, { name }));
  const all = others.reduce((either, one) => either?.or(one), first);
  if (!all) return false;
  const pressed = all.locator("visible=true").first().click({ timeout: 10_000 });
  return pressed.then(
    () => true,
    () => false,
  );
}
