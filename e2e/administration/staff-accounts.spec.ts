import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";

const mariluz = "Ybañez, Mariluz Sarmiento";
const newPassword = "kalamansi-at-dawn-9";

async function openStaff(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Staff", exact: true })
    .click();
  await expect(page.getByRole("heading", { name: "User Management", level: 1 })).toBeVisible();
}

/** The displayed password, as a person would type it from the screen. */
async function takePassword(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Temporary password" });
  const shown = (await dialog.getByRole("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  return shown;
}

const card = (page: Page, name: string) =>
  page.getByRole("list", { name: "Staff Accounts" }).getByRole("listitem").filter({ hasText: name });

test("a secretary is added, signs in, works with her rights only, loses one and is deactivated", async ({
  page,
  browser,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  const email = `marites${process.pid}x${Date.now()}@clinic.test`;
  const desk = await browser.newContext();
  const hers = await desk.newPage();
  let password = "";

  await test.step("the owner finds the screen and adds her", async () => {
    await openStaff(page);
    await expect(page.getByText("Admin Access")).toBeVisible();
    await expect(page.getByText("No staff accounts yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add Staff Member" }).click();
    const form = page.getByRole("dialog", { name: "Add Staff Member" });
    await expect(form.getByLabel("View Patients")).toBeChecked();
    await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(5);
    for (const label of ["Add Patients", "Take Payments", "Manage Schedule"])
      await form.getByLabel(label).uncheck();
    await form.getByLabel("First name").fill("Marites");
    await form.getByLabel("Last name").fill("Bañez");
    await form.getByLabel("Email").fill(email);
    await expectAccessible(page);
    await form.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Staff Account Created Successfully")).toBeVisible();
  });

  await test.step("the password is shown once, copied, and not closed by Escape", async () => {
    const dialog = page.getByRole("dialog", { name: "Temporary password" });
    await expect(dialog.getByText("Shown once")).toBeVisible();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Copied to clipboard")).toBeVisible();
    await expectAccessible(page);
    password = await takePassword(page);
    expect(password).toMatch(/^\w{5}(-\w{5}){3}$/);
    await expect(card(page, "Marites Bañez")).toContainText("Setup Required");
    await expect(card(page, "Marites Bañez")).toContainText("Secretary");
    await expectAccessible(page);
  });

  await test.step("she signs in and must change it first", async () => {
    await hers.goto("/dashboard");
    await hers.getByLabel("Email").fill(email);
    await hers.getByLabel("Password", { exact: true }).fill(password);
    await hers.getByRole("button", { name: "Login", exact: true }).click();
    await expect(hers).toHaveURL(/\/change-password/);
    await hers.getByLabel("New password").fill(newPassword);
    await hers.getByLabel("Confirm password").fill(newPassword);
    await hers.getByRole("button", { name: "Change password" }).click();
    await expect(hers.getByText(mariluz).first()).toBeVisible();
  });

  await test.step("she works with exactly her rights", async () => {
    await hers.getByRole("button", { name: `Actions for ${mariluz}` }).click();
    await expect(hers.getByRole("menuitem", { name: "Edit Patient" })).toBeEnabled();
    await expect(hers.getByRole("menuitem", { name: "Delete Patient" })).toBeDisabled();
    await hers.keyboard.press("Escape");
    await expect(hers.getByRole("button", { name: "Add Patient" })).toHaveCount(0);
    await hers.goto("/staff");
    await expect(hers).toHaveURL(/\/staff-dashboard/);
    await hers.goto("/settings");
    await expect(hers.getByRole("tab", { name: "General" })).toBeVisible();
    await expect(hers.getByRole("tab", { name: "Staff Management" })).toHaveCount(0);
  });

  await test.step("the owner sees that she has set it up, and revokes a right", async () => {
    await page.reload();
    await expect(card(page, "Marites Bañez")).toBeVisible();
    await expect(page.getByText("Setup Required")).toHaveCount(0);
    await page.getByRole("button", { name: "Edit Marites Bañez" }).click();
    const form = page.getByRole("dialog", { name: "Edit Permissions" });
    await form.getByLabel("Edit Patients").uncheck();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save Permissions" }).click();
    await expect(page.getByText("Permissions Updated")).toBeVisible();
    await page.getByRole("tab", { name: "Permission Management" }).click();
    await expect(page.getByRole("list", { name: "Staff with permission: View Patients" })).toContainText(
      "Marites Bañez",
    );
    await expect(page.getByRole("list", { name: "Staff with permission: Edit Patients" })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("the right is gone at her next request", async () => {
    const [id] = clinic.patientIds;
    const refused = await hers.evaluate<number>(
      `fetch("/api/patients/${id}", { method: "PATCH", headers: { "content-type": "application/json" },
        body: JSON.stringify({ remarks: "x" }) }).then(({ status }) => status)`,
    );
    expect(refused).toBe(403);
    await hers.goto("/patients");
    await hers.getByRole("button", { name: `Actions for ${mariluz}` }).click();
    await expect(hers.getByRole("menuitem", { name: "View Consultation" })).toBeVisible();
    await expect(hers.getByRole("menuitem", { name: "Edit Patient" })).toHaveCount(0);
    await hers.keyboard.press("Escape");
  });

  await test.step("deactivated, she is signed out", async () => {
    await page.getByRole("tab", { name: "Staff Accounts" }).click();
    await page.getByRole("button", { name: "Deactivate Marites Bañez" }).click();
    const question = page.getByRole("alertdialog", { name: "Deactivate Staff Account" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Staff Account Deactivated")).toBeVisible();
    await expect(card(page, "Marites Bañez")).toContainText("Inactive");
    await hers.goto("/patients");
    await expect(hers.getByRole("heading", { name: "Login" })).toBeVisible();
    await expect(hers.getByText(mariluz)).toHaveCount(0);
  });

  await test.step("the account history lists all of it", async () => {
    await page.getByRole("tab", { name: "Account History" }).click();
    const lines = page.getByRole("list", { name: "Account History" }).locator("> li");
    for (const what of [
      "Staff account deactivated: Marites Bañez by Rafael Peñaflor",
      "Permissions of a staff account changed: Marites Bañez by Rafael Peñaflor",
      "Staff account created: Marites Bañez by Rafael Peñaflor",
    ])
      await expect(lines.filter({ hasText: what })).toHaveCount(1);
    await expectAccessible(page);
  });
  await desk.close();
});

test("also in the settings; a new temporary password signs her out, and an old address redirects", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page);
  const owner = asOwner(page, clinic.token);
  const email = `jonel${process.pid}x${Date.now()}@clinic.test`;
  const jonel = {
    email,
    firstName: "Jonel",
    lastName: "Cabahug",
    permissions: ["view_patients"],
    role: "staff",
  };
  await owner.post("/api/secretaries", jonel);
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Staff Management" }).click();
  await expect(page.getByRole("heading", { name: "User Management", level: 2 })).toBeVisible();
  await expect(card(page, "Jonel Cabahug")).toContainText("Staff Member");
  await expectAccessible(page);

  await page.getByRole("button", { name: "New Password for Jonel Cabahug" }).click();
  await page.getByRole("button", { name: "Make New Password" }).click();
  const renewed = await takePassword(page);
  const answer = await page.request.post("/api/auth/token-login", {
    data: { email, password: renewed },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);

  await signIn(page, clinic.email);
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Staff Management" }).click();
  await page.getByRole("button", { name: "Deactivate Jonel Cabahug" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(card(page, "Jonel Cabahug")).toContainText("Inactive");
  await page.getByRole("button", { name: "Add Staff Member" }).click();
  const form = page.getByRole("dialog", { name: "Add Staff Member" });
  await form.getByLabel("First name").fill("Jonel");
  await form.getByLabel("Last name").fill("Cabahug");
  await form.getByLabel("Email").fill(clinic.email);
  await form.getByRole("button", { name: "Create Account" }).click();
  await expect(form.getByText("This email address already has an account.").first()).toBeVisible();
  await form.getByLabel("Email").fill(email);
  await form.getByRole("button", { name: "Create Account" }).click();
  await takePassword(page);
  await expect(card(page, "Jonel Cabahug")).toContainText("Active");
  await expect(card(page, "Jonel Cabahug")).toHaveCount(1);
});

test("in staff mode the owner's desk shows neither the section nor the tab", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page);
  const { email, password } = await comeAsStaff(page, clinic);
  await signIn(page, clinic.email);
  await page.goto("/settings");
  await expect(page.getByRole("tab", { name: "Staff Management" })).toBeVisible();
  const entered = await page.request.post("/api/staff/login", {
    data: { email, password },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(entered.status(), await entered.text()).toBe(200);
  await page.goto("/settings");
  await expect(page.getByRole("tab", { name: "General" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Staff Management" })).toHaveCount(0);
  await page.goto("/staff");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Patients", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Staff", exact: true })).toHaveCount(0);
  await expect(page.getByText("User Management")).toHaveCount(0);
});
