import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { aimCamera, removeCamera } from "#e2e/support/fake-camera.ts";
import { recordNumber } from "#e2e/support/record.ts";

test.afterAll(removeCamera);

const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const scanButton = (page: Page) => palette(page).getByRole("button", { name: "Scan card" });
const scanner = (page: Page) => page.getByRole("dialog", { name: "Scan card" });

/** Opens the palette with the keyboard, or on a phone by its icon. */
async function openPalette(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Search( patients)?(\.\.\.)?$/ }).click();
  await expect(palette(page)).toBeVisible();
}

/** Collects the tracks of every camera that is opened. */
const watchCamera = (page: Page) =>
  page.addInitScript(`
    window.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
  `);

const running = (page: Page) =>
  page.evaluate<number>(`window.tracks.filter(({ readyState }) => readyState === "live").length`);

const twoPatients = {
  patients: [
    { patientName: "Abad, Joaquin Luis Fernandez", admissionNo: "20240115-001" },
    { patientName: "Ybañez, Mariluz Sarmiento", admissionNo: "20240115-0012" },
  ],
};

async function atDashboard(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

test("the camera reads a patient's card and opens the record, from the search", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  await watchCamera(page);
  await openClinic(page, twoPatients);
  await atDashboard(page);

  await test.step("the camera's picture is shown until there is a code", async () => {
    await aimCamera(null);
    await openPalette(page);
    await expectAccessible(page);
    await scanButton(page).click();
    await expect(scanner(page)).toContainText("Hold the card's QR code inside the frame.");
    await expect(scanner(page).locator("video")).toHaveJSProperty("videoWidth", 640);
    expect(await running(page)).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(scanner(page)).toHaveCount(0);
    await expect(scanButton(page)).toBeFocused();
    expect(await running(page)).toBe(0);
  });

  await test.step("another code is reported, and the next one is read", async () => {
    await aimCamera("https://example.com/verify/AB12");
    await scanButton(page).click();
    await expect(scanner(page)).toContainText("This isn't a patient card.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(scanner(page)).toHaveCount(0);
  });

  await test.step("another clinic's card opens nobody, although a number starts the same", async () => {
    await aimCamera("20240115-00");
    await scanButton(page).click();
    await expect(palette(page)).toContainText("No patient with this code.");
    await expect(scanner(page)).toHaveCount(0);
    await expect(palette(page).getByRole("option", { name: /Ybañez/ })).toBeVisible();
    await expectAccessible(page);
    await aimCamera("XX-77");
    await scanButton(page).click();
    await expect(palette(page)).toContainText(
      "The card may belong to another clinic, or the patient may be archived.",
    );
  });

  await test.step("a card of this clinic opens its patient", async () => {
    await aimCamera("20240115-001");
    await scanButton(page).click();
    await expect(recordNumber(page, "20240115-001")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await running(page)).toBe(0);
  });
});

test("the camera is off when its page is left, and only offered to users who may see patients", {
  tag: "@release",
}, async ({ page }) => {
  await watchCamera(page);
  const clinic = await openClinic(page, twoPatients);
  await atDashboard(page);
  await page.getByRole("link", { name: "Reports", exact: true }).first().click();
  await expect(page).toHaveURL(/\/reports/);
  await aimCamera(null);
  await openPalette(page);
  await scanButton(page).click();
  await expect.poll(() => running(page)).toBe(1);

  await test.step("a hidden tab sees nothing", async () => {
    const show = (state: "hidden" | "visible") =>
      page.evaluate(`
        Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      `);
    await show("hidden");
    expect(await running(page)).toBe(0);
    await show("visible");
    await expect(scanner(page)).toContainText("Hold the card's QR code");
    expect(await running(page)).toBe(1);
  });

  await test.step("nor does another page", async () => {
    await page.goBack();
    await expect(page).not.toHaveURL(/\/reports/);
    await expect(scanner(page)).toHaveCount(0);
    expect(await running(page)).toBe(0);
  });

  await test.step("pages without the search have no camera at all", async () => {
    await page.goto("/simplified");
    const refused = await page.evaluate(
      `navigator.mediaDevices.getUserMedia({ video: true }).then(() => "given", ({ name }) => name)`,
    );
    expect(refused).toBe("NotAllowedError");
  });

  await test.step("a user who may not view patients is not offered it", async () => {
    await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
    await page.goto("/staff-dashboard");
    await expect(page.getByText("Access Restricted")).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeVisible();
    await expect(scanButton(page)).toHaveCount(0);
  });
});
