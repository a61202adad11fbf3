import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { aClinic, giveFiles, inPage, openRecords, tabOf } from "#e2e/support/patient-files.ts";
import { anUltrasound, anXray, aPicture, aReport } from "#e2e/support/sample-files.ts";
import { aDicom } from "#features/files/server/dicom/testing-dicom.ts";
import { aDocx } from "#test/data/example-files.ts";

// Viewing files: PDF, pictures, X-rays, and files that are damaged or cannot be shown.

async function view(page: Page, panel: Locator, name: string): Promise<Locator> {
  await panel.getByRole("button", { name: `View ${name}` }).click();
  const viewer = page.getByRole("dialog", { name });
  await expect(viewer).toBeVisible();
  return viewer;
}

/** Red, green and blue of a canvas at fractions of its width and height. */
const pixel = (canvas: Locator, x: number, y: number) =>
  inPage<number[]>(
    canvas,
    `return [...element.getContext("2d").getImageData(
      Math.floor(element.width * ${x}), Math.floor(element.height * ${y}), 1, 1).data].slice(0, 3)`,
  );
const greys = async (canvas: Locator) => [
  (await pixel(canvas, 0.25, 0.5))[0],
  (await pixel(canvas, 0.75, 0.5))[0],
];

/** Violations of the page's security policy from now on. */
function violations(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text());
  });
  return found;
}

test("a PDF is shown in place: drawn, as text, page by page, enlarged, and within the policy", async ({
  page,
}) => {
  const stopped = violations(page);
  const clinic = await aClinic(page);
  await giveFiles(page, clinic, "laboratory", { "CBC.pdf": await aReport(3), "Wound.png": aPicture() });
  const viewer = await view(page, await openRecords(page, clinic.id), "CBC.pdf");
  const first = viewer.locator("[data-page='1'][data-drawn] canvas");
  await expect(first).toBeVisible();
  expect(await pixel(first, 0.4, 0.4)).toEqual([0x1b, 0x4f, 0x8f]);
  expect(await pixel(first, 0.95, 0.95)).toEqual([255, 255, 255]);
  await expect(viewer.getByText("Hemoglobin 142 g/L, page 1")).toBeAttached();
  await expect(viewer.getByText("Page 1 of 3")).toBeVisible();
  await viewer.getByRole("button", { name: "Next page" }).click();
  await expect(viewer.getByText("Page 2 of 3")).toBeVisible();
  await expect(viewer.getByText("Hemoglobin 142 g/L, page 2")).toBeAttached();
  const before = await viewer.locator("[data-page='2']").boundingBox();
  await page.keyboard.press("+");
  await expect
    .poll(async () => (await viewer.locator("[data-page='2']").boundingBox())?.width)
    .toBeGreaterThan((before?.width ?? 0) * 1.2);
  await page.keyboard.press("0");
  await page.keyboard.press("r");
  await expect
    .poll(async () => {
      const box = await viewer.locator("[data-page='1']").boundingBox();
      return (box?.width ?? 0) > (box?.height ?? 0);
    })
    .toBe(true);
  await expectAccessible(page);
  expect(stopped).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
});

test("a picture is zoomed, moved and rotated, and the arrow key opens the next one", {
  tag: "@both",
}, async ({ page }) => {
  const stopped = violations(page);
  const clinic = await aClinic(page);
  await giveFiles(page, clinic, "laboratory", { "First.png": aPicture(), "Second.png": aPicture(300, 400) });
  const viewer = await view(page, await openRecords(page, clinic.id), "First.png");
  const picture = viewer.getByRole("img", { name: "First.png" });
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(300);
  const fitted = await width();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(width).toBeCloseTo(fitted * 1.25 ** 3, -1);
  const left = (await picture.boundingBox())?.x ?? 0;
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => (await picture.boundingBox())?.x).toBeGreaterThan(left + 10);
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(fitted, -1);
  await page.keyboard.press("R");
  await expect
    .poll(async () => {
      const box = await picture.boundingBox();
      return (box?.height ?? 0) > (box?.width ?? 0);
    })
    .toBe(true);
  await expectAccessible(page);
  await expect(viewer.getByText("2 of 2")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("img", { name: "Second.png" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("img", { name: "First.png" })).toBeVisible();
  expect(stopped).toEqual([]);
});

test("an X-ray is drawn with its window, which dragging, sliders, presets and Invert change", {
  tag: "@release",
}, async ({ page }) => {
  const stopped = violations(page);
  const clinic = await aClinic(page);
  await giveFiles(page, clinic, "imaging", { "Chest PA.dcm": anXray() });
  const panel = await openRecords(page, clinic.id);
  await tabOf(panel, "Imaging").click();
  const viewer = await view(page, panel, "Chest PA.dcm");
  const canvas = viewer.getByRole("img", { name: "Chest PA.dcm" });
  await expect(canvas).toBeVisible();
  await expect.poll(() => greys(canvas)).toEqual([26, 230]);
  await expect(viewer.getByText("Peña, Althea")).toBeVisible();
  await expect(viewer.getByText(/Nov 18, 2026 · DX/)).toBeVisible();
  await page.keyboard.press("i");
  await expect.poll(() => greys(canvas)).toEqual([229, 25]);
  await page.keyboard.press("i");
  await viewer.getByLabel("Level, as a number").fill("3600");
  await expect.poll(async () => (await greys(canvas))[1]).toBe(128);
  await viewer.getByLabel("Window").selectOption("Whole range");
  await expect.poll(() => greys(canvas)).toEqual([0, 255]);
  const box = await canvas.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.mouse.up();
  await expect(viewer.getByLabel("Level, as a number")).toHaveValue("2320");
  await expectAccessible(page);
  expect(stopped).toEqual([]);
});

test("frames of an ultrasound, and a picture compressed as JPEG", { tag: "@release" }, async ({ page }) => {
  const clinic = await aClinic(page);
  await page.goto("/patients");
  const jpeg = await page.evaluate<number[]>(`new Promise((resolve) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d");
    pen.fillStyle = "rgb(50,50,50)";
    pen.fillRect(0, 0, 32, 64);
    pen.fillStyle = "rgb(200,200,200)";
    pen.fillRect(32, 0, 32, 64);
    canvas.toBlob(async (blob) => resolve([...new Uint8Array(await blob.arrayBuffer())]), "image/jpeg", 0.95);
  })`);
  const packed = aDicom({
    syntax: "jpeg",
    rows: 64,
    columns: 64,
    bits: 8,
    photometric: "YBR_FULL_422",
    jpegs: [Uint8Array.from(jpeg)],
  });
  await giveFiles(page, clinic, "imaging", {
    "Ultrasound.dcm": anUltrasound(),
    "Packed.dcm": Buffer.from(packed),
  });
  const panel = await openRecords(page, clinic.id);
  await tabOf(panel, "Imaging").click();
  const viewer = await view(page, panel, "Ultrasound.dcm");
  const frames = viewer.getByRole("img", { name: "Ultrasound.dcm" });
  await expect(frames).toBeVisible();
  const grey = async (canvas: Locator, x = 0.5) => (await pixel(canvas, x, 0.5))[0] ?? -1;
  await expect.poll(() => grey(frames)).toBe(40);
  await viewer.getByLabel("Frame").fill("3");
  await expect.poll(() => grey(frames)).toBe(200);
  await expect(viewer.getByText("Frame 3 of 3")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await view(page, panel, "Packed.dcm");
  const canvas = page.getByRole("img", { name: "Packed.dcm" });
  await expect.poll(async () => Math.abs((await grey(canvas, 0.25)) - 50)).toBeLessThan(4);
  expect(Math.abs((await grey(canvas, 0.75)) - 200)).toBeLessThan(4);
});

test("a Word file is downloaded, byte for byte, under its name", { tag: "@release" }, async ({ page }) => {
  const clinic = await aClinic(page);
  const docx = aDocx();
  await giveFiles(page, clinic, "other", { "Medical abstract, Peña.docx": docx });
  const panel = await openRecords(page, clinic.id);
  await tabOf(panel, "Other Files").click();
  const viewer = await view(page, panel, "Medical abstract, Peña.docx");
  await expect(viewer.getByText("This file opens in another program")).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent("download");
  await viewer.getByRole("button", { name: "Download" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("Medical abstract, Peña.docx");
  expect(Buffer.compare(await readFile(await download.path()), docx)).toBe(0);
});

test("a damaged file shows a message beside Download, and never a blank", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinic(page);
  const [report, xray] = [await aReport(), anXray()];
  // Valid at both ends, which is what the server checks, and garbage in between.
  const torn = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(3000, "x"), report.subarray(-8)]);
  const picture = aPicture();
  const header = picture.subarray(0, 33);
  const end = picture.subarray(-12);
  // Its chunk is whole, with the right checksum, and holds no pixels.
  const pixels = Buffer.from(`\0\0\0\x14IDAT${"x".repeat(20)}\0\0\0\0`, "latin1");
  pixels.writeUInt32BE(crc32(pixels.subarray(4, 28)), 28);
  await giveFiles(page, clinic, "laboratory", {
    "torn.pdf": torn,
    "torn.png": Buffer.concat([header, pixels, end]),
  });
  await giveFiles(page, clinic, "imaging", { "torn.dcm": xray.subarray(0, xray.length - 2000) });
  const panel = await openRecords(page, clinic.id);
  for (const [name, says] of [
    ["torn.pdf", "This PDF is damaged and cannot be shown."],
    ["torn.png", "This picture is damaged and cannot be shown."],
    ["torn.dcm", "This file is damaged and cannot be shown."],
  ] as const) {
    if (name === "torn.dcm") await tabOf(panel, "Imaging").click();
    const viewer = await view(page, panel, name);
    await expect(viewer.getByText(says)).toBeVisible();
    await expect(viewer.getByRole("button", { name: "Download" })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
  }
});

test("a file that fails to load can be retried", { tag: "@release" }, async ({ page }) => {
  const clinic = await aClinic(page);
  await giveFiles(page, clinic, "laboratory", { "CBC.pdf": await aReport() });
  const panel = await openRecords(page, clinic.id);
  await page.route("**/api/uploads/**", (route) => route.abort("connectionreset"));
  const viewer = await view(page, panel, "CBC.pdf");
  await expect(viewer.getByText("Failed to load file")).toBeVisible();
  await page.unroute("**/api/uploads/**");
  await viewer.getByRole("button", { name: "Try Again" }).click();
  await expect(viewer.locator("[data-page='1'][data-drawn]")).toBeVisible();
});
