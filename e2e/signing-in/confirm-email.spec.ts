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

test("a new owner can work immediately, is asked to confirm the email, and confirms it by the mailed link", {
  tag: "@release",
}, async ({ page }) => {
  const { origin, mail, linkOf } = klinika;
  const email = "maria@santos.test";
  await signUpAt(page, origin, email);
  const note = page.getByRole("note").filter({ hasText: "Confirm your email" });

  await page.goto(`${origin}/dashboard`);
  await expect(note).toContainText(`We sent a link to ${email}`);
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expectAccessible(page);
  const first = await linkOf(1);
  await note.getByRole("button", { name: "Send Again" }).click();
  await expect(page.getByText("Link Sent")).toBeVisible();
  const second = await linkOf(2);
  expect(second).not.toBe(first);
  expect(mail.letters[1]?.to).toEqual([email]);

  const opened = await page.context().newPage();
  await openLink(opened, second);
  const press = opened.getByRole("button", { name: "Confirm Email" });
  await expect(press).toBeVisible();
  expect(opened.url()).toBe(`${origin}/confirm-email`);
  await expectAccessible(opened);
  // Opening it, as a mail scanner does, confirms nothing.
  await page.reload();
  await expect(note).toBeVisible();
  await press.click();
  await expect(opened.getByText("Your email is confirmed")).toBeVisible();
  await expectAccessible(opened);
  await opened.getByRole("link", { name: "Open Klinika" }).click();
  await expect(opened.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect(opened.getByRole("note").filter({ hasText: "Confirm your email" })).toHaveCount(0);

  // Signed out, a second time; then a link that never existed.
  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
  await openLink(page, first);
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByText("This email is already confirmed")).toBeVisible();
  await openLink(page, `${origin}/confirm-email#token=${"x".repeat(43)}`);
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByRole("alert")).toContainText("This link does not work");
  await expectAccessible(page);
});
