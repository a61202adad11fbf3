import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import {
  aClinic,
  file,
  giveFiles,
  inPage,
  openRecords,
  patientName,
  tabOf,
} from "#e2e/support/patient-files.ts";
import { toTab } from "#e2e/support/record.ts";
import { aNoisyPicture, anXray, aPicture, aReport } from "#e2e/support/sample-files.ts";
import { aDocx } from "#test/data/example-files.ts";

// A patient's files: uploaded with progress, refused by name, stored with the record.

const group = (form: Page | Locator, label: string) => form.getByRole("group", { name: label, exact: true });
const choose = (form: Page | Locator, label: string, files: ReturnType<typeof file>[]) =>
  group(form, label).locator("input[type=file]:not([capture])").setInputFiles(files);
const filesOf = (form: Page | Locator, label: string) =>
  form.getByRole("list", { name: `Files of ${label}` });

async function openEdit(page: Page, id: number): Promise<Locator> {
  await page.goto(`/patients?open=edit&patient=${id}`);
  const form = page.getByRole("dialog", { name: /^Edit Patient/ });
  await expect(group(form, "Laboratory")).toBeVisible();
  return form;
}

test("a new patient is added with files of each group, and the details count and show them", async ({
  page,
}) => {
  await openClinic(page);
  await page.goto("/patients?open=add-form");
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await expect(form.getByLabel("Admission number")).not.toHaveValue("");
  await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
  await form.getByLabel("Patient name").fill(patientName);
  await form.getByLabel("Sex").selectOption("M");
  await expect(group(form, "Laboratory")).toContainText("PDF, JPG and PNG up to 10MB");
  await choose(form, "Laboratory", [file("CBC.pdf", await aReport()), file("Wound.png", aPicture())]);
  await choose(form, "Imaging", [file("Chest PA.dcm", anXray())]);
  await choose(form, "Other Documents", [file("Referral.docx", aDocx())]);
  await expect(filesOf(form, "Laboratory").locator("[data-thumbnail=drawn]")).toHaveCount(1);
  await expect(filesOf(form, "Other Documents").getByText("Referral.docx")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText("Patient added successfully")).toBeVisible();

  await toTab(page, "Files");
  const panel = page.getByRole("region", { name: "Complete Medical Records" });
  for (const [tab, count] of [
    ["Lab Results", 2],
    ["Imaging", 1],
    ["Other Files", 1],
    ["Prescriptions", 0],
  ] as const)
    await expect(tabOf(panel, tab)).toHaveText(`${tab}${count}`);
  await expect(panel.getByText("CBC.pdf")).toBeVisible();
  await expect(panel.getByText(/2026 · \d+ kB · Rafael Peñaflor/).first()).toBeVisible();
  await tabOf(panel, "Imaging").click();
  await expect(panel.getByText("Chest PA.dcm")).toBeVisible();
  await tabOf(panel, "Other Files").click();
  await expect(panel.getByText("Referral.docx")).toBeVisible();
});

test("each refused file is listed with its reason: extension, size, number, content", {
  tag: "@release",
}, async ({ page }) => {
  const { id } = await aClinic(page);
  const form = await openEdit(page, id);
  const page1 = await aReport();
  await choose(form, "Laboratory", [
    file("scan.dcm", anXray()),
    file("Photo.png", Buffer.concat([aPicture(), Buffer.alloc(10 * 1024 * 1024)])),
    file("one.pdf", page1),
    file("not really.pdf", aPicture()),
    file("three.pdf", page1),
    file("four.pdf", page1),
  ]);
  const list = filesOf(form, "Laboratory");
  const said = (name: string) => list.getByRole("listitem").filter({ hasText: name }).getByRole("alert");
  await expect(said("scan.dcm")).toHaveText("Only PDF, JPG, JPEG, PNG. Not added.");
  await expect(said("Photo.png")).toHaveText(/^Over 10MB/);
  await expect(said("four.pdf")).toHaveText("Only 3 files. Not added.");
  await expect(said("not really.pdf")).toHaveText("This isn't a valid PDF file.");
  for (const name of ["one.pdf", "three.pdf"]) await expect(said(name)).toHaveCount(0);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
  const panel = await openRecords(page, id);
  await expect(tabOf(panel, "Lab Results")).toHaveText("Lab Results2");
});

test("an upload shows its progress, and can be cancelled", { tag: "@release" }, async ({ page }) => {
  const { id } = await aClinic(page);
  const form = await openEdit(page, id);
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  await choose(form, "Imaging", [file("Photo.png", aNoisyPicture(4_000_000))]);
  const bar = form.getByRole("progressbar", { name: "Sending Photo.png" });
  await expect(bar).toHaveAttribute("aria-valuenow", /^([1-9]|[1-8]\d)$/);
  await form.getByRole("button", { name: "Cancel Photo.png" }).click();
  await expect(bar).toHaveCount(0);
  await expect(filesOf(form, "Imaging")).toHaveCount(0);
});

test("a broken connection is reported, and Try Again sends the file", { tag: "@release" }, async ({
  page,
}) => {
  const { id } = await aClinic(page);
  const form = await openEdit(page, id);
  await page.route("**/api/patients/upload-files**", (route) => route.abort("connectionreset"));
  await choose(form, "Laboratory", [file("CBC.pdf", await aReport())]);
  await expect(form.getByText(/^Upload failed\. You're offline/)).toBeVisible();
  await expect(page.getByText("Failed to upload files")).toBeVisible();
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText(/Try the failed files again/)).toBeVisible();
  await page.unroute("**/api/patients/upload-files**");
  await form.getByRole("button", { name: "Try Again: CBC.pdf" }).click();
  await expect(form.getByRole("button", { name: "Remove CBC.pdf" })).toBeVisible();
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
});

test("Save waits for running uploads, and keeps what is typed meanwhile", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinic(page);
  const form = await openEdit(page, clinic.id);
  let letGo = () => {};
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/patients/upload-files**", async (route) => {
    await blocked;
    await route.continue();
  });
  await choose(form, "Laboratory", [file("CBC.pdf", await aReport())]);
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(form.getByRole("button", { name: /Sending files…/ })).toBeVisible();
  await form.getByLabel("Remarks").fill("Fasting since midnight");
  letGo();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
  const saved = await asOwner(page, clinic.token).get(`/api/patients/${clinic.id}`);
  expect(saved.laboratoryFiles).toHaveLength(1);
  expect(saved.remarks).toBe("Fasting since midnight");
});

test("a closed form cancels its uploads", { tag: "@release" }, async ({ page }) => {
  const { id } = await aClinic(page);
  const form = await openEdit(page, id);
  await page.route("**/api/patients/upload-files**", () => {});
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().includes("upload-files"));
  await choose(form, "Laboratory", [file("CBC.pdf", await aReport())]);
  await expect(form.getByRole("progressbar")).toBeVisible();
  await form.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button").last().click();
  await expect(form).toHaveCount(0);
  expect((await cancelled).failure()?.errorText).toContain("ABORTED");
});

test("editing keeps the stored files, removes one, and adds another", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinic(page);
  await giveFiles(page, clinic, "laboratory", { "old.pdf": await aReport(), "wrong.png": aPicture() });
  const form = await openEdit(page, clinic.id);
  await form.getByRole("button", { name: "Remove wrong.png" }).click();
  await expect(form.getByText("Will be removed when you save")).toBeVisible();
  await choose(form, "Laboratory", [file("new.pdf", await aReport())]);
  await expect(form.getByRole("button", { name: "Remove new.pdf" })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
  const panel = await openRecords(page, clinic.id);
  await expect(tabOf(panel, "Lab Results")).toHaveText("Lab Results2");
  for (const name of ["old.pdf", "new.pdf"]) await expect(panel.getByText(name)).toBeVisible();
});

test("files are dropped onto the group, and a file dropped beside it opens nothing", {
  tag: "@release",
}, async ({ page }) => {
  const { id } = await aClinic(page);
  const form = await openEdit(page, id);
  const bytes = [...(await aReport())];
  const dropOn = (target: Locator) =>
    inPage<boolean>(
      target,
      `const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(${JSON.stringify(bytes)})], "dropped.pdf"));
      const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
      element.dispatchEvent(over);
      element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      return over.defaultPrevented;`,
    );
  expect(await dropOn(form.getByLabel("Remarks"))).toBe(true);
  await expect(form.getByText("dropped.pdf")).toHaveCount(0);
  await dropOn(group(form, "Other Documents"));
  await expect(form.getByRole("button", { name: "Remove dropped.pdf" })).toBeVisible();
});

test("a photo is taken on a phone, for groups that allow pictures @phone", async ({ page }) => {
  const { id } = await aClinic(page);
  const form = await openEdit(page, id);
  const camera = group(form, "Imaging").locator("input[capture=environment]");
  await expect(form.getByRole("button", { name: "Take a Photo for Imaging" })).toBeVisible();
  await camera.setInputFiles([file("image.png", aPicture())]);
  await expect(form.getByRole("button", { name: "Remove image.png" })).toBeVisible();
});

test("files are added from the panel, to the open tab", { tag: "@release" }, async ({ page }) => {
  const clinic = await aClinic(page);
  const panel = await openRecords(page, clinic.id);
  await expect(panel.getByText("No lab result records found")).toBeVisible();
  await tabOf(panel, "Imaging").click();
  await expect(panel.getByText("No imaging records found")).toBeVisible();
  await panel.getByRole("button", { name: "Add Files to Imaging" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Files - Imaging" });
  await choose(dialog, "Imaging", [file("Chest PA.dcm", anXray())]);
  await dialog.getByRole("button", { name: "Save Files" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
  await expect(tabOf(panel, "Imaging")).toHaveText("Imaging1");
  await expect(panel.getByText("Chest PA.dcm")).toBeVisible();
  await expectAccessible(page);
});

test("a user who may only view adds nothing, and can view and download", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinic(page);
  await giveFiles(page, clinic, "laboratory", { "CBC.pdf": await aReport() });
  await comeAsStaff(page, clinic, { permissions: ["view_patients"] });
  const panel = await openRecords(page, clinic.id);
  await expect(panel.getByRole("button", { name: "View CBC.pdf" })).toBeVisible();
  await expect(panel.getByRole("button", { name: /Add Files/ })).toHaveCount(0);
});

test("a long list scrolls within 400 pixels", { tag: ["@both", "@release"] }, async ({ page }) => {
  const clinic = await aClinic(page);
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`Result ${at + 1}.png`, aPicture(8, 8)]),
  );
  await giveFiles(page, clinic, "other", files);
  const panel = await openRecords(page, clinic.id);
  await tabOf(panel, "Other Files").click();
  const list = panel.getByRole("list", { name: "Other Files" });
  await expect(list.getByRole("listitem")).toHaveCount(12);
  const height = await inPage<number>(list, "return element.parentElement.clientHeight");
  expect(height).toBe(400);
  await expectAccessible(page);
});

test("the Prescriptions tab shows date, physician, license, number and the first two medicines", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await aClinic(page);
  const medication = (name: string) => ({
    name,
    brandName: "",
    strength: "20 mg",
    form: "tablet",
    quantity: "30",
    dosage: "1 tab",
    frequency: "OD",
    duration: "30 days",
  });
  await asOwner(page, clinic.token).post(`/api/patients/${clinic.id}/prescription`, {
    physicianName: "Rafael Peñaflor, MD",
    physicianLicense: "0098412",
    medications: ["furosemide", "losartan", "atorvastatin"].map(medication),
    prescriptionDate: "2026-10-16",
    isDateConfirmed: true,
  });
  const panel = await openRecords(page, clinic.id);
  await expect(tabOf(panel, "Prescriptions")).toHaveText("Prescriptions1");
  await tabOf(panel, "Prescriptions").click();
  const row = panel.getByRole("listitem").filter({ hasText: "Oct 16, 2026" });
  await expect(row).toContainText("Rafael Peñaflor, MD, License 0098412");
  await expect(row).toContainText("3 medications: furosemide 20 mg tablet, losartan 20 mg tablet");
  await expect(row).not.toContainText("atorvastatin");
  await expectAccessible(page);
  await row.getByRole("button", { name: /^View Details/ }).click();
  await expect(page.getByRole("dialog", { name: "Prescription of October 16, 2026" })).toContainText(
    "atorvastatin",
  );
});
