import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { adminEmail, type ClinicAtWork, openClinic, signIn } from "#e2e/support/clinic.ts";
import { onPhone } from "#e2e/support/width.ts";

/** Status for the clinic's owner, in a session from before. */
const statusFor = async (page: Page, clinic: ClinicAtWork) =>
  (
    await page.request.get("/api/clinic/settings", { headers: { authorization: `Bearer ${clinic.token}` } })
  ).status();

const cardOf = (page: Page, clinic: ClinicAtWork) =>
  page.getByRole("list", { name: "Clinics" }).getByRole("listitem").filter({ hasText: clinic.email });

const tabs = [
  ["/admin", "Admin Dashboard", "Clinic Management", "Admin Dashboard"],
  ["/admin/clinics", "Clinic Management", "Clinic Management", "Clinics"],
  ["/admin/users", "User Overview", "User Overview", "Users"],
  ["/admin/reports", "Analytics", "Analytics", "Reports"],
] as const;

test("every address of the console shows its tab, updates live, and has no axe violations", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  await openClinic(page, { patients: [{ patientName: "Abad, Joaquin", age: 4 }] });
  await signIn(page, adminEmail);
  for (const [path, heading, tab, title] of tabs)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
      await expect(page.getByText("Live Monitoring")).toBeVisible();
      await expect(page.getByText(/^Updated \d/)).toBeVisible();
      await expect(page.getByRole("banner").getByText("Admin Dashboard")).toBeVisible();
      await expect(page).toHaveTitle(`${title} - Klinika`);
      await expectAccessible(page);
    });

  await test.step("has a bell without notifications", async () => {
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByText("No notifications")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("by click, and with the arrow keys", async () => {
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "Clinics" }).click();
    await expect(page).toHaveURL(/\/admin\/clinics$/);
    await page.getByRole("tab", { name: "Clinic Management" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(page.getByRole("tab", { name: "User Overview" })).toBeFocused();
    if (onPhone()) return;
    for (const name of ["Admin Dashboard", "Clinics", "Users", "Reports"])
      await expect(nav.getByRole("link", { name, exact: true })).toBeVisible();
  });
});

test("the administrator finds a clinic, deactivates it and reactivates it", async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: "Abad, Joaquin", age: 4 }] });
  await signIn(page, adminEmail);
  await page.goto("/admin/clinics");
  const card = cardOf(page, clinic);

  await test.step("finds it by its owner's email", async () => {
    await page.getByRole("searchbox", { name: "Search clinics" }).fill(clinic.email);
    await expect(page.getByText("1 clinic", { exact: true })).toBeVisible();
    await expect(card).toContainText("Rafael Peñaflor");
    await expect(card).toContainText("₱1,000");
    await expect(card.getByText("Patients").locator("..")).toContainText("1");
    await expect(page.getByText("Abad")).toHaveCount(0);
  });

  await test.step("deactivates it, after a confirmation", async () => {
    await card.getByRole("switch").click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Deactivate Peñaflor Heart Clinic?");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await statusFor(page, clinic)).toBe(200);
    await card.getByRole("switch").click();
    await question.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Clinic Status Updated")).toBeVisible();
    await expect(card.getByRole("switch")).toHaveAttribute("aria-checked", "false");
    expect(await statusFor(page, clinic)).toBe(403);
  });

  await test.step("reactivates it; its session continues", async () => {
    await card.getByRole("switch").click();
    await expect(card.getByRole("switch")).toHaveAttribute("aria-checked", "true");
    await expect.poll(() => statusFor(page, clinic)).toBe(200);
  });

  await test.step("suspends it from the list, and undoes that", async () => {
    await card.getByRole("combobox").selectOption("Suspended");
    await expect(page.getByText("Subscription Updated")).toBeVisible();
    expect(await statusFor(page, clinic)).toBe(403);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(card.getByRole("combobox")).toHaveValue("trial");
    await expect.poll(() => statusFor(page, clinic)).toBe(200);
  });

  await test.step("reads who changed what", async () => {
    await card.getByRole("button", { name: "Status history of Peñaflor Heart Clinic" }).click();
    const dialog = page.getByRole("dialog", { name: "Status history" });
    const lines = dialog.getByRole("list", { name: "Status history" }).locator("> li");
    await expect(lines).toHaveCount(4);
    await expect(lines.last()).toContainText("Clinic deactivated by System Admin");
    await expect(lines.first()).toContainText(/Suspended.*Trial/);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("filters by status", async () => {
    await page.getByRole("combobox", { name: "Subscription status" }).selectOption("Expired");
    await expect(page.getByRole("heading", { name: "No clinics found" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear Search and Filter" }).click();
    await expect(page.getByRole("list", { name: "Clinics" })).toBeVisible();
  });
});

test("a message from the landing page is listed for the administrator until it is handled", {
  tag: "@release",
}, async ({ page }) => {
  const subject = `Moving from paper ${Date.now()}`;
  const sent = await page.request.post("/api/contact", {
    data: { name: "Dr. Ana Reyes", email: "ana@reyes.test", subject, message: "How long?\n".repeat(80) },
  });
  expect(sent.status()).toBe(200);
  await signIn(page, adminEmail);
  await page.goto("/admin");
  await page.getByRole("tab", { name: /Contact & Upgrade Requests/ }).click();
  await page.reload();
  await expect(page.getByRole("tab", { selected: true })).toContainText("Contact & Upgrade Requests");
  await expect(page.getByRole("tab", { selected: true })).toBeInViewport({ ratio: 0.99 });
  const request = page.getByRole("main").getByRole("listitem").filter({ hasText: subject });
  await expect(request.getByRole("link", { name: "ana@reyes.test" })).toBeVisible();
  await request.getByRole("button", { name: "Show all" }).click();
  await expectAccessible(page);
  await request.getByRole("button", { name: /Mark as Handled/ }).click();
  await expect(request).toHaveCount(0);
  await expect(page.getByText("Marked as Handled")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(request).toBeVisible();
  await request.getByRole("button", { name: /Mark as Handled/ }).click();
  await page.getByRole("button", { name: "Handled", exact: true }).click();
  await expect(request).toContainText("handled");
});
