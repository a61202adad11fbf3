import { expect, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";

test("the owner gives a laboratory's system a key, sees it once, and revokes it", {
  tag: "@both",
}, async ({ page }) => {
  const clinic = await openClinic(page);
  const owner = asOwner(page, clinic.token);
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Integrations" }).click();
  await expect(page.getByText("No API keys")).toBeVisible();

  await test.step("creates it", async () => {
    await page.getByRole("button", { name: "Create Key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API Key" });
    await dialog.getByLabel("Name").fill("Hi-Precision laboratory");
    await dialog.getByLabel("Vital signs and results").check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create Key" }).click();
  });

  const key = await test.step("sees it once", async () => {
    const shown = page.getByRole("dialog", { name: "API key" });
    const text = (await shown.getByText(/^klk_/).textContent()) ?? "";
    expect(text).toMatch(/^klk_[\w-]{43}$/);
    await expectAccessible(page);
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(text)).toHaveCount(0);
    await page.reload();
    await page.getByRole("tab", { name: "Integrations" }).click();
    await expect(page.getByText(`klk_…${text.slice(-4)}`)).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
    await expectAccessible(page);
    return text;
  });

  await test.step("revokes it, after a confirmation", async () => {
    await page.getByRole("button", { name: "Revoke Hi-Precision laboratory" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke Key" }).click();
    await expect(page.getByText(/^Revoked /)).toBeVisible();
    await expect(page.getByRole("button", { name: "Revoke Hi-Precision laboratory" })).toHaveCount(0);
    const [listed] = await owner.get("/api/api-keys");
    expect(listed).toMatchObject({
      name: "Hi-Precision laboratory",
      state: "revoked",
      lastFour: key.slice(-4),
    });
  });
});

test("the owner adds a webhook, sends a test and reads the response, turns it off and deletes it", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  const clinic = await openClinic(page);
  const owner = asOwner(page, clinic.token);
  const address = "https://hooks.klinika.test/events";
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Integrations" }).click();
  await expect(page.getByText("No webhooks")).toBeVisible();
  const actions = page.getByRole("button", { name: "Actions for hooks.klinika.test" });

  await test.step("an address of this network is refused", async () => {
    await page.getByRole("button", { name: "Add Webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Webhook" });
    await dialog.getByLabel("Address").fill("https://192.168.1.1/");
    await dialog.getByRole("button", { name: "Add Webhook" }).click();
    await expect(dialog.getByText(/belongs to a private network/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Address").fill(address);
    await dialog.getByLabel("Payment taken").uncheck();
    await dialog.getByRole("button", { name: "Add Webhook" }).click();
  });

  await test.step("sees the secret once", async () => {
    const shown = page.getByRole("dialog", { name: "Signing secret" });
    await expect(shown.getByText(/^whsec_/)).toBeVisible();
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("sends a test, which reaches no server", async () => {
    await actions.click();
    await page.getByRole("menuitem", { name: "Messages" }).click();
    const dialog = page.getByRole("dialog", { name: "Messages" });
    await dialog.getByRole("button", { name: "Send a Test" }).click();
    await expect(dialog.getByText(/^The name of the address was not found/)).toBeVisible({ timeout: 20_000 });
    await expect(dialog.getByText(/^Next try/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  });

  await test.step("turns it off, and deletes it after a confirmation", async () => {
    await actions.click();
    await page.getByRole("menuitem", { name: "Turn Off" }).click();
    await expect(page.getByText("Turned off by hand")).toBeVisible();
    const toast = page.getByRole("status").filter({ hasText: "Webhook turned off" });
    // On a phone the toast covers the last row, and stays while the pointer is on it.
    await toast.getByRole("button", { name: "Dismiss", exact: true }).click();
    await expect(toast).toHaveCount(0);
    expect(await owner.get("/api/webhooks")).toMatchObject([
      { url: address, isActive: false, events: ["patient.registered", "visit.done"] },
    ]);
    await actions.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Webhook" }).click();
    await expect(page.getByText("No webhooks")).toBeVisible();
  });
});
