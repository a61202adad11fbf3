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

  await test.step("revokes it, asked first", async () => {
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
