import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { onPhone } from "#e2e/support/width.ts";

const brand = (page: Page) =>
  page.evaluate<string>("document.documentElement.style.getPropertyValue('--brand-surface')");
const tab = async (page: Page, name: string) => {
  await page.goto("/settings");
  await page.getByRole("tab", { name }).click();
};

test("the owner gives the clinic a color and a logo; both show without a reload, to staff too", async ({
  page,
}) => {
  const clinic = await openClinic(page);
  await tab(page, "Branding");

  await test.step("a color is previewed with its contrast, then saved for the whole page", async () => {
    await page.getByLabel("Primary color", { exact: true }).fill("#ffd600");
    await expect(page.getByText(/^Black, 1\d\.\d:1/)).toBeVisible();
    await expectAccessible(page);
    expect(await brand(page)).toBe("#2b4d8c");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings Updated")).toBeVisible();
    await expect.poll(() => brand(page)).toBe("#ffd600");
    await expectAccessible(page);
  });

  await test.step("an SVG is refused with a plain message", async () => {
    await page.getByLabel("Logo of the clinic").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    });
    await expect(page.getByText("Upload Failed")).toBeVisible();
    await expect(page.getByText(/SVG images are not accepted/)).toBeVisible();
  });

  await test.step("a PNG appears in the settings and at the head of the side bar", async () => {
    const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: "#8c2b4d" } });
    await page.getByLabel("Logo of the clinic").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: await picture.png().toBuffer(),
    });
    await expect(page.getByText("Logo Updated")).toBeVisible();
    const logo = page.getByRole("img", { name: "Logo of the clinic" });
    await expect.poll(() => logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(300);
    if (!onPhone())
      await expect(page.locator("aside img, nav img").first()).toHaveAttribute("src", /clinic\/logo\?v=/);
    await expectAccessible(page);
  });

  await test.step("a secretary of the clinic sees the same color and logo", async () => {
    await comeAsStaff(page, clinic);
    await page.goto("/staff-dashboard");
    await expect.poll(() => brand(page)).toBe("#ffd600");
    await expect(page.locator("header img").first()).toHaveAttribute("src", /clinic\/logo\?v=/);
  });
});

test("a clinic on trial asks for the full plan, once", { tag: "@release" }, async ({ page }) => {
  await openClinic(page);
  await tab(page, "Subscription");
  await expect(page.getByText(/^Your free trial ends on /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Upgrade to Full Plan" }).click();
  await expect(page.getByText("Upgrade Requested", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Upgrade requested on /)).toBeVisible();
  await tab(page, "Subscription");
  await expect(page.getByText(/^Upgrade requested on /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Upgrade to Full Plan" })).toHaveCount(0);
  await expectAccessible(page);
});
