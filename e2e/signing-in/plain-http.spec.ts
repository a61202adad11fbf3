import { expect, test } from "@playwright/test";
import { pressAddPatient, signUpOnScreen } from "#e2e/support/clinic.ts";

// A clinic's own network: plain http is no secure context for browsers. It has no crypto.randomUUID, and no clipboard.
test.use({ baseURL: `http://clinic.lan:${process.env.E2E_PORT ?? "4317"}` });

test("a clinic works on a plain http address of its own network", { tag: "@release" }, async ({ page }) => {
  await signUpOnScreen(page);
  expect(await page.evaluate("window.isSecureContext")).toBe(false);
  await pressAddPatient(page);
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Patient name").fill("Ybañez, Marilou Sarmiento");
  await form.getByLabel("Sex").selectOption("F");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/visits/walk-in"),
  );
  await form.getByRole("button", { name: "Save Patient" }).click();
  expect((await sent).headers()["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  await expect(page.getByText("Patient added successfully")).toBeVisible();

  await test.step("says why the camera cannot read cards", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("button", { name: "Scan card" }).click();
    await expect(page.getByRole("alert")).toContainText("The camera needs a secure address.");
  });
});

test("a temporary password is copied there too", { tag: "@release" }, async ({ page }) => {
  await signUpOnScreen(page);
  await page.goto("/staff");
  await page.getByRole("button", { name: "Add Staff Member" }).click();
  const form = page.getByRole("dialog", { name: "Add Staff Member" });
  await form.getByLabel("First name").fill("Marites");
  await form.getByLabel("Last name").fill("Bañez");
  await form.getByLabel("Email").fill(`marites${process.pid}x${Date.now()}@clinic.test`);
  await form.getByRole("button", { name: "Create Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Temporary password" });
  const shown = await dialog.getByRole("code").textContent();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied to clipboard")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Add Staff Member" }).click();
  await form.getByLabel("First name").focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(form.getByLabel("First name")).toHaveValue(shown ?? "");
});
