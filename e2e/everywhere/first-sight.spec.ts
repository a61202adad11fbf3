import { expect, type Page, test } from "@playwright/test";
import { adminEmail, openClinic } from "#e2e/support/clinic.ts";
import { follow } from "#e2e/support/settled.ts";
import { screenPaths } from "#shared/screen-paths.ts";

// A page looks the same whichever way it is reached: opened directly, or by a link after signing in, when the style sheet
// of the sign-in page is loaded too. scripts/style-sheets.ts checks the same of all modules, without looking.

/** Documents of their own, which no link of the application renders. */
const documents: readonly string[] = ["/", "/simplified", "/display"];
const isOfConsole = (path: string) => path.startsWith("/admin/");
const ofApplication = screenPaths.filter((path) => !documents.includes(path));

/** What is in the window, outside dialogs and toasts: place, size, font and colors of each element. Null while it loads. */
const look = (page: Page) =>
  page.evaluate<string[] | null>(`(() => {
    if (!document.querySelector("h1, h2") || document.querySelector(".skeleton, .animate-spin")) return null;
    return [...document.body.querySelectorAll("*")].flatMap((element) => {
      if (element.closest("[role=dialog], [data-sonner-toaster], script, style")) return [];
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
      if (!isSeen || !element.checkVisibility({ visibilityProperty: true })) return [];
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element);
      const box = [left, top, width, height].map(Math.round);
      return [element.tagName, ...box, fontSize, fontWeight, color, backgroundColor].join(" ");
    });
  })()`);

/** The first of what only one of two looks has. */
const difference = (one: string[] | null, other: string[] | null) => {
  if (!one || !other) return ["still loading"];
  const only = (these: string[], those: string[]) =>
    these.filter((line) => !those.includes(line)).slice(0, 5);
  return [...only(one, other), ...only(other, one)];
};

const sheets = (page: Page) =>
  page.evaluate<string[]>("[...document.styleSheets].flatMap(({ href }) => href ?? []).sort()");

async function compareBothWays(direct: Page, email: string, paths: readonly string[]): Promise<void> {
  const context = direct.context();
  // A page of the account before would follow the change of session, and cut off the first address.
  await direct.goto("about:blank");
  await context.clearCookies();
  const linked = await context.newPage();
  await linked.goto(email === adminEmail ? "/admin-login" : "/token-login");
  await linked.getByLabel("Email").fill(email);
  await linked.getByLabel("Password", { exact: true }).fill("sinigang-at-noon-7");
  await linked.getByRole("button", { name: "Login" }).click();
  await expect(linked.getByRole("navigation", { name: "Main" })).toBeAttached();
  await linked.mouse.move(0, 0);
  for (const path of paths) {
    await Promise.all([direct.goto(path), follow(linked, path)]);
    await expect
      .poll(async () => difference(await look(direct), await look(linked)), {
        message: path,
      })
      .toEqual([]);
  }
  await linked.evaluate("localStorage.clear()");
  await linked.close();
}

test("each address looks the same by a link and opened directly", { tag: ["@both", "@release"] }, async ({
  page,
}) => {
  const { email } = await openClinic(page);
  await compareBothWays(
    page,
    email,
    ofApplication.filter((path) => !isOfConsole(path)),
  );
  await compareBothWays(page, adminEmail, ["/admin", ...ofApplication.filter(isOfConsole)]);
});

test("the landing page does not move when Login opens", { tag: ["@both", "@release"] }, async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const before = await look(page);
  const loaded = await sheets(page);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog", { name: "Login" }).getByLabel("Email")).toBeFocused();
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  expect(difference(before, await look(page))).toEqual([]);
  expect(await sheets(page)).toEqual(loaded);
});
