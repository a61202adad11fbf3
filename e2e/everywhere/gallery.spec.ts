import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoViolations } from "#e2e/support/accessible.ts";
import { wordsOf } from "#test/pdf-text.ts";

// The component gallery is only built on request, as the test command does: GALLERY=1 npm run build.
test.beforeEach(async ({ page }) => {
  await page.goto("/gallery.html");
  await expect(page, "this build has no gallery: GALLERY=1 npm run build").toHaveTitle(
    "Components - Klinika",
  );
  await expect(page.getByRole("heading", { name: "Components", exact: true })).toBeVisible();
});

// Runs in the page. The sidebar is hidden on phones; a card's title is clickable anywhere on the card.
const LOW_TARGETS = `
  [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select")]
    .filter((one) => !one.closest("[data-example]") && !one.matches("[aria-hidden=true], [data-open]"))
    .filter((one) => {
      const boxes = [one, one.closest("label") ?? one].map((each) => each.getBoundingClientRect().height);
      return boxes[0] > 0 && Math.max(...boxes) < 43.5;
    })
    .map((one) => one.outerHTML.slice(0, 120))`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const actions = (page: Page) => button(page, "Actions for Nuñez, Althea Marie Cabahug");

test("every part in every state is accessible, within the screen, and large enough for a finger on a phone", {
  tag: ["@both", "@release"],
}, async ({ page, isMobile }) => {
  await expectAccessible(page);
  if (isMobile) expect(await page.evaluate<string[]>(LOW_TARGETS)).toEqual([]);
});

test("overlays are accessible, close with Esc and return the focus", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  for (const [opener, title] of [
    ["Open form", "Edit Patient"],
    ["Open wizard", "New Consultation"],
    ["Open drawer", "Prescription detail"],
  ] as const)
    await test.step(title, async () => {
      await button(page, opener).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(button(page, opener)).toBeFocused();
    });
});

test("a confirmation requires its word before it deletes", { tag: "@release" }, async ({ page }) => {
  await button(page, "Open question").click();
  const question = page.getByRole("alertdialog", { name: "Delete Patient" });
  await expectNoViolations(page);
  const field = question.getByLabel("Type 20261110-001 to delete");
  await expect(field).toBeFocused();
  await expect(question.getByRole("button", { name: "Delete Patient" })).toBeDisabled();
  await field.fill("20261110-001");
  await question.getByRole("button", { name: "Delete Patient" }).click();
  await expect(page.getByText("Patient Deleted")).toBeVisible();
  await expect(button(page, "Open question")).toBeFocused();
});

test("a menu works with the keyboard only, and the dialog it opens returns to it", {
  tag: "@release",
}, async ({ page }) => {
  await actions(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "View Consultation" })).toBeFocused();
  await expectNoViolations(page);
  // A disabled item can be focused, so that its reason can be read, and does nothing.
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Delete Patient" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Archive Patient Ask the owner" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: /^Edit Patient/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit Patient" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(actions(page)).toBeFocused();
});

test("on a phone the menu is a sheet with the patient's name, and a tap above it closes it", {
  tag: ["@phone", "@release"],
}, async ({ page }) => {
  await actions(page).click();
  const menu = page.getByRole("menu");
  await expect(menu.getByText("Nuñez, Althea Marie Cabahug")).toBeVisible();
  const box = await menu.boundingBox();
  expect(box?.x).toBe(0);
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  await page.mouse.click(190, 40);
  await expect(menu).toHaveCount(0);
});

test("tabs follow the arrow keys; a wizard opens reached steps only, and its last step has another button", {
  tag: "@release",
}, async ({ page }) => {
  await page.getByRole("tab", { name: "Lab Results" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Imaging" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Imaging" })).toContainText("Chest PA.dcm");
  const chapter = page.getByRole("region", { name: "Tabs, segment, wizard progress" });
  await expect(chapter.getByRole("button", { name: "Payment & Final" })).toBeDisabled();
  await chapter.getByRole("button", { name: "Next Step" }).press("Enter");
  await chapter.getByRole("button", { name: "Next Step" }).press("Enter");
  await expect(chapter.getByRole("button", { name: "Add Patient", exact: true })).toBeVisible();
  await expect(chapter.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
});

test("a form reads its typed fields, and lists what is missing when that is much", {
  tag: "@release",
}, async ({ page }) => {
  const form = page.getByRole("region", { name: "In a form" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Six fields need attention")).toBeVisible();
  await expectNoViolations(page);
  await form.getByRole("button", { name: "Birthday is required" }).click();
  await expect(form.getByLabel("Born")).toBeFocused();
  await form.getByLabel("Patient", { exact: false }).first().fill("Dela Cruz, Juan");
  await form.getByLabel("Born").pressSequentially("03041959");
  await form.getByLabel("Phone").fill("0917 123 4567");
  await form.getByLabel("Fee").fill("1,200");
  await form.getByLabel("Payment").selectOption("Pending");
  await form.getByLabel("Female").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.locator("output")).toHaveText(
    '{"name":"Dela Cruz, Juan","birthday":"1959-03-04","phone":"+639171234567","amount":"1200.00","status":"Pending","sex":"Female","agreed":false}',
  );
});

test("Undo in a toast is offered and works", { tag: "@release" }, async ({ page }) => {
  await button(page, "Toast with Undo").click();
  const toast = page.getByRole("region", { name: /Messages/ });
  await expect(toast.getByText("Patient Archived")).toBeVisible();
  // Only the toast: it is shown for five seconds, and scanning the whole page takes longer.
  await expectNoViolations(page, "[data-sonner-toaster]");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast.getByText("Patient Retrieved")).toBeVisible();
  await expect(toast.getByText("Patient Archived")).toHaveCount(0);
});

test("files over the limit are refused with their reason, the others are uploaded; a printed list contains every row", {
  tag: "@release",
}, async ({ page }) => {
  const chapter = page.getByRole("region", { name: "File drop" });
  const file = (name: string, size = 1000) => ({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.alloc(size),
  });
  await chapter
    .locator("input[type=file]")
    .setInputFiles([file("CBC.pdf"), file("notes.docx"), file("big.pdf", 11 * 1024 * 1024)]);
  const list = chapter.getByRole("list", { name: "Files of Laboratory" });
  await expect(list.getByText("Only PDF, JPG, JPEG, PNG. Not added.")).toBeVisible();
  await expect(list.getByText("Over 10MB (11.0 MB). Not added.")).toBeVisible();
  await expect(list.getByRole("button", { name: "Remove CBC.pdf" })).toBeVisible();
  const text = await wordsOf(await page.pdf({ format: "A4" }));
  const printed = new Set(text.replaceAll(/\s/g, "").match(/20260101-\d{4}/g));
  expect(printed.size).toBe(1000);
});
