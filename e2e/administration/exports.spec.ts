import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { fromBufferPromise } from "yauzl";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { agePassword, openClinic } from "#e2e/support/clinic.ts";

test("the owner makes an archive of the clinic, downloads it and removes it", { tag: "@both" }, async ({
  page,
}) => {
  await openClinic(page, { patients: [{ patientName: "Ybañez, Mariluz Sarmiento" }] });
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Export" }).click();
  await expect(page.getByText("Nothing exported yet")).toBeVisible();
  await expectAccessible(page);

  await test.step("it is made in the background", async () => {
    await page.getByRole("button", { name: "Make an Export" }).press("Enter");
    await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("1 patient · 0 files")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the file has the patients", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const zip = await fromBufferPromise(await buffer(createReadStream(await download.path())));
    const texts = new Map<string, string>();
    for await (const entry of zip.eachEntry())
      if (entry.fileName.endsWith(".csv"))
        texts.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))));
    expect(texts.get("csv/patients.csv")).toContain("Ybañez, Mariluz Sarmiento");
  });

  await test.step("the link works once, and then says so", async () => {
    await page.goto("/api/exports/files/1a-00000000000000000000");
    await expect(page.getByText("This link was used already, or has expired.")).toBeVisible();
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Export" }).click();
  });

  await test.step("it is removed", async () => {
    await page.getByRole("button", { name: "Remove the export" }).click();
    await page
      .getByRole("dialog")
      .or(page.getByRole("alertdialog"))
      .getByRole("button", { name: "Remove" })
      .click();
    await expect(page.getByText("Cancelled or removed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Download" })).toHaveCount(0);
  });
});

test("an export late in a session asks for the password, and goes on with it", { tag: "@release" }, async ({
  page,
}) => {
  const owner = await openClinic(page, { patients: [{ patientName: "Ybañez, Mariluz Sarmiento" }] });
  await page.goto("/patients");
  await expect(page.getByText("Ybañez, Mariluz Sarmiento").first()).toBeVisible();
  await agePassword(page, owner);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Enter your password" });
  await dialog.getByLabel("Your password").fill(owner.password);
  await page.keyboard.press("Enter");
  expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/);
  await expect(dialog).toBeHidden();
});
