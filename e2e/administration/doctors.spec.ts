import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { openClinic } from "#e2e/support/clinic.ts";

const mariluz = "Ybañez, Mariluz Sarmiento";
const newPassword = "kalamansi-at-dawn-9";
const corazon = "Ma. Corazon Consolacion dela Peña";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("a doctor is added, signs in, has the clinic's work and nothing that is the owner's", async ({
  page,
  browser,
}) => {
  await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  const email = `corazon${process.pid}x${Date.now()}@clinic.test`;
  const desk = await browser.newContext();
  const hers = await desk.newPage();
  let password = "";

  await test.step("the owner adds her; until then the page has no doctors", async () => {
    await page.goto("/staff");
    await expect(page.getByText("No staff accounts yet")).toBeVisible();
    await expect(page.getByRole("list", { name: "Doctors" })).toHaveCount(0);
    await page.getByRole("button", { name: "Add Doctor" }).click();
    const form = page.getByRole("dialog", { name: "Add Doctor" });
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("First name").fill("Ma. Corazon Consolacion");
    await form.getByLabel("Last name").fill("dela Peña");
    await form.getByLabel("Specialization").fill("Pediatrics");
    await form.getByLabel("PRC").fill("0104227");
    await expect(form.getByText("Numbers read B-01, B-02")).toBeVisible();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Add Doctor" }).click();
    const shown = page.getByRole("dialog", { name: "Temporary password" });
    password = (await shown.getByRole("code").textContent()) ?? "";
    await shown.getByRole("button", { name: "Done" }).click();
    const row = page
      .getByRole("list", { name: "Doctors" })
      .getByRole("listitem")
      .filter({ hasText: corazon });
    await expect(row).toContainText("Setup Required");
    await expectAccessible(page);
  });

  await test.step("she signs in with it and sees the dashboard", async () => {
    await hers.goto("/dashboard");
    await hers.getByLabel("Email").fill(email);
    await hers.getByLabel("Password", { exact: true }).fill(password);
    await hers.getByRole("button", { name: "Login", exact: true }).click();
    await expect(hers).toHaveURL(/\/change-password/);
    await hers.getByLabel("New password").fill(newPassword);
    await hers.getByLabel("Confirm password").fill(newPassword);
    await hers.getByRole("button", { name: "Change password" }).click();
    await expect(hers.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
    await expect(hers.getByText(mariluz).first()).toBeVisible();
    await expect(menu(hers).getByRole("link", { name: "Shared with Me" })).toBeVisible();
    for (const name of ["Staff", "Settings"])
      await expect(menu(hers).getByRole("link", { name, exact: true })).toHaveCount(0);
    await expectAccessible(hers);
  });

  await test.step("the owner's pages lead her home", async () => {
    for (const address of ["/settings", "/clinic-settings", "/staff", "/merge"]) {
      await hers.goto(address);
      await expect(hers).toHaveURL(/\/dashboard/);
    }
  });

  await test.step("she says how papers name her", async () => {
    await menu(hers).getByRole("link", { name: "My Practice" }).click();
    await hers.getByLabel("Name on papers").fill("Ma. Corazon C. dela Peña");
    await hers.getByLabel("After the name").fill("MD, DPPS");
    await expectAccessible(hers);
    await hers.getByRole("button", { name: "Save Changes" }).click();
    await expect(hers.getByText("Practice Updated")).toBeVisible();
    await hers.reload();
    await expect(hers.getByLabel("Name on papers")).toHaveValue("Ma. Corazon C. dela Peña");
  });

  await test.step("deactivated, she is signed out, and her name stays", async () => {
    await page.reload();
    await page.getByRole("button", { name: `Deactivate ${corazon}` }).click();
    const question = page.getByRole("alertdialog", { name: "Deactivate Doctor" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Doctor Deactivated")).toBeVisible();
    await expect(page.getByRole("list", { name: "Doctors" })).toContainText("Inactive");
    await hers.goto("/patients");
    await expect(hers.getByRole("heading", { name: "Login" })).toBeVisible();
  });
  await desk.close();
});
