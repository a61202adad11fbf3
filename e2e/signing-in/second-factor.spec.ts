import { expect, type Locator, type Page, test } from "@playwright/test";
import { TOTP, URI } from "otpauth";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, type Owner, openClinic, signUpOnScreen } from "#e2e/support/clinic.ts";
import { Keys } from "#e2e/support/keys.ts";
import { onPhone } from "#e2e/support/width.ts";

// Two-step sign-in from its setup to later sign-ins, and the setup that a clinic requires of its staff.

/** The app's current code, or the next one: each code signs in once. */
function codeOf(uri: string, { next = false } = {}): string {
  const totp = URI.parse(uri);
  if (!(totp instanceof TOTP)) throw new Error("not a time-based code");
  return totp.generate({ timestamp: Date.now() + (next ? 30_000 : 0) });
}

async function typePassword(form: Page | Locator, { email, password }: Pick<Owner, "email" | "password">) {
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByLabel("Password", { exact: true }).press("Enter");
}

const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard", level: 1 });

test("an owner sets up two-step sign-in with the keyboard, and signs in with a code and a recovery code", {
  tag: "@both",
}, async ({ page, browser }) => {
  const owner = await signUpOnScreen(page);
  const keys = new Keys(page);
  const press = async (name: string) => {
    const button = page.getByRole("button", { name, exact: true });
    if (onPhone()) return button.tap();
    await keys.tabTo(button);
    await keys.press("Enter");
  };
  let uri = "";
  let recoveryCode = "";

  await test.step("sets it up", async () => {
    await page.goto("/security");
    await press("Set up the authenticator app");
    const link = page.locator("a[href^='otpauth:']");
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    uri = (await link.getAttribute("href")) ?? "";
    await expectAccessible(page);
    await press("Continue");
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await keys.type(codeOf(uri));
    const codes = page.getByRole("dialog", { name: "Recovery codes" }).getByRole("list");
    await expect(codes).toBeVisible();
    recoveryCode = ((await codes.textContent()) ?? "").split("\n")[0] ?? "";
    await expectAccessible(page);
    await press("Download");
    await press("I Saved My Codes");
    await expect(page.getByText("10 of 10 left.")).toBeVisible();
    await expect(page.getByText("Two-step sign-in is on")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("signs in with a code, from the landing page", async () => {
    await page.goto("/api/auth/logout");
    await page.getByRole("button", { name: "Login" }).first().click();
    // The landing page has another Email field, in its contact form.
    await typePassword(page.getByRole("dialog", { name: "Login" }), owner);
    const code = page.getByLabel("Six-digit code");
    await expect(code).toBeFocused();
    await expectAccessible(page);
    await keys.type("000000");
    await expect(page.getByText("This code is not valid.")).toBeVisible();
    await keys.type(codeOf(uri, { next: true }));
    await expect(dashboard(page)).toBeVisible();
  });

  await test.step("signs in with a recovery code on another device", async () => {
    const context = await browser.newContext(onPhone() ? { viewport: { width: 390, height: 844 } } : {});
    const other = await context.newPage();
    await other.goto("/dashboard");
    await typePassword(other, owner);
    await expect(other.getByLabel("Six-digit code")).toBeFocused();
    await other.getByRole("button", { name: "Use a recovery code" }).click();
    await expect(other.getByLabel("Recovery code")).toBeFocused();
    await expectAccessible(other);
    await other.keyboard.type(recoveryCode.toUpperCase());
    await other.keyboard.press("Enter");
    await expect(dashboard(other)).toBeVisible();
    await other.goto("/security");
    await expect(other.getByText("9 of 10 left.")).toBeVisible();
    await context.close();
  });
});

test("staff of a clinic that requires two-step sign-in set it up before they continue", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page);
  await page.goto("/security");
  const switched = page.getByRole("switch", { name: "Staff must use two-step sign-in" });
  await switched.click();
  await expect(switched).toBeChecked();
  const settings = await asOwner(page, clinic.token).get("/api/clinic/settings");
  expect(settings.requiresSecondFactor).toBe(true);

  await page.context().clearCookies();
  const staff = await comeAsStaff(page, clinic);
  await page.context().clearCookies();
  await page.goto("/staff-login");
  await typePassword(page, staff);
  await expect(page).toHaveURL(/\/set-up-second-factor$/);
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/patients");
  await expect(page).toHaveURL(/\/set-up-second-factor$/);
  await page.getByRole("button", { name: "Set Up" }).click();
  const uri = (await page.locator("a[href^='otpauth:']").getAttribute("href")) ?? "";
  await page.getByRole("button", { name: "Continue" }).click();
  await page.keyboard.type(codeOf(uri));
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("button", { name: "I Saved My Codes" }).click();
  await expect(page).toHaveURL(/\/staff-dashboard$/);
});
