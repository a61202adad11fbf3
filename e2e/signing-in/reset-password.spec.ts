import { expect, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import {
  type KlinikaWithMail,
  openKlinikaWithMail,
  openLink,
  signUpAt,
} from "#e2e/support/klinika-with-mail.ts";

let klinika: KlinikaWithMail;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  klinika = await openKlinikaWithMail();
});
test.afterAll(() => klinika.stop());

test("a forgotten password: the link arrives by mail, sets a new one, and works once", {
  tag: "@release",
}, async ({ page }) => {
  const { origin, linkOf } = klinika;
  const email = "ana@reyes.test";
  await signUpAt(page, origin, email);
  // The mail that confirms the email address.
  await linkOf(1);
  await page.context().clearCookies();

  await page.goto(`${origin}/dashboard`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await expectAccessible(page);

  const link = await linkOf(2);
  expect(link.startsWith(`${origin}/reset-password#`)).toBe(true);
  await openLink(page, link);
  await page.getByLabel("New password").fill("sampaloc-at-dusk-9");
  expect(page.url()).toBe(`${origin}/reset-password`);
  await page.getByLabel("Confirm password").fill("sampaloc-at-dusk");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Confirm password").fill("sampaloc-at-dusk-9");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("You are logged out on every device.")).toBeVisible();
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("sampaloc-at-dusk-9");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Login Successful")).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
  await openLink(page, link);
  await page.getByLabel("New password").fill("adobo-at-dusk-99");
  await page.getByLabel("Confirm password").fill("adobo-at-dusk-99");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("This link no longer works");
  await expect(page.getByRole("button", { name: "Send link" })).toBeVisible();
  await expectAccessible(page);
});
