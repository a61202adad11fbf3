import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { recordOf } from "#e2e/support/record.ts";

// "Patient list screen" of the specification, sentence by sentence, for each right.

const maria = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";
const juan = "Abad, Joaquin Luis Fernandez";
const benjamin = "Uy, Benjamin Tan";

async function aClinic(page: Page) {
  const clinic = await openClinic(page, {
    patients: [
      {
        patientName: benjamin,
        age: 61,
        sex: "M",
        hospital: "Perpetual Succour Hospital",
        preopDiagnosis: "Gallstones",
        amount: "500.00",
        paymentStatus: "Pending",
      },
      { patientName: juan, sex: "M", age: 9, amount: "900.00", paymentStatus: "Paid-Received" },
      {
        patientName: maria,
        age: 67,
        admissionStatus: "Admitted",
        roomNumber: "512-B",
        dateOfAdmission: "2026-11-18",
        amount: "48250.00",
        paymentStatus: "Overdue",
        preopDiagnosis: "Hypertensive heart disease",
      },
    ],
  });
  const [mariasId = 0, juansId = 0, benjaminsId = 0] = clinic.patientIds;
  return { ...clinic, mariasId, juansId, benjaminsId, api: asOwner(page, clinic.token) };
}

const list = (page: Page) => page.getByRole("list", { name: "Patients" });
const card = (page: Page, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
const showing = (page: Page) => page.getByRole("status").filter({ hasText: /^Showing/ });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search patients", exact: true });

test("cards show who, where and the status, and the list is filtered and cleared", {
  tag: "@both",
}, async ({ page }) => {
  await aClinic(page);
  await page.goto("/patients");
  await expect(page.getByRole("heading", { name: "Patient Management (Role-Based)" })).toBeVisible();
  await expect(searchBox(page)).toHaveAttribute("placeholder", "Search patients...");
  await expect(showing(page)).toHaveText("Showing 3 of 3 patients");
  const marias = card(page, maria);
  for (const words of [
    "67 / F",
    "E2E-003",
    "Chong Hua Hospital - Fuente",
    "Room 512-B",
    "Nov 18, 2026",
    "Hypertensive heart disease",
    "Admitted",
    "Pending",
    "Overdue",
    "₱48,250.00",
  ])
    await expect(marias).toContainText(words);
  await expectNoViolations(page);

  const admitted = page.getByRole("button", { name: /^Admitted/ }).first();
  await expect(admitted).toContainText("1");
  await admitted.click();
  await expect(showing(page)).toHaveText("Showing 1 of 3 patients");
  await expect(page.getByRole("button", { name: "Remove filter: Admitted" })).toBeVisible();
  await expect(card(page, benjamin)).toHaveCount(0);
  const pending = page.getByRole("button", { name: /^Payment Pending/ }).first();
  await expect(pending).toContainText("1");
  await pending.click();
  await expect(page.getByText("No patients match your search criteria.")).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Remove filter: Admitted" }).click();
  await expect(card(page, benjamin)).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).first().click();
  await expect(showing(page)).toHaveText("Showing 3 of 3 patients");
  await searchBox(page).fill("conception maria");
  await searchBox(page).fill("pena maria");
  await expect(showing(page)).toHaveText("Showing 1 of 3 patients");
});

test("the selects above the list", { tag: "@release" }, async ({ page }) => {
  await aClinic(page);
  await page.goto("/patients");
  await expect(page.getByLabel("Sort")).toBeVisible();
  const words = (label: string) =>
    page.getByLabel(label, { exact: true }).getByRole("option").allTextContents();
  expect(await words("Admission status")).toEqual(["All Status", "Admitted", "Discharged", "Outpatient"]);
  expect(await words("Payment")).toEqual(["All Payments", "Paid-Received", "Pending", "Overdue"]);
  expect(await words("Patient status")).toEqual(["All Patients", "Waiting", "Seen", "Follow-up"]);
  const sorts = ["Name A-Z", "Name Z-A", "Hospital A-Z", "Hospital Z-A"];
  expect(await words("Sort")).toEqual(["Newest first", ...sorts]);
  await page.getByLabel("Sort").selectOption("Name A-Z");
  await expect(list(page).getByRole("listitem").first()).toContainText(juan);
  await searchBox(page).fill("fernandez");
  await expect(showing(page)).toHaveText("Showing 1 of 3 patients");
  expect(await words("Sort")).toEqual(["Best match first", "Newest first", ...sorts]);
  await searchBox(page).fill("");
  await page.getByLabel("Sort").selectOption("Hospital Z-A");
  await expect(list(page).getByRole("listitem").first()).toContainText(benjamin);
  await page.getByLabel("Payment", { exact: true }).selectOption("Paid-Received");
  await expect(showing(page)).toHaveText("Showing 1 of 3 patients");
  await page.getByLabel("Payment", { exact: true }).selectOption("");
  await page.getByLabel("Admission status").selectOption("Outpatient");
  await expect(showing(page)).toHaveText("Showing 2 of 3 patients");
  await expect(page.getByRole("button", { name: /Export/ })).toBeEnabled();
});

test("the table variant: columns, actions, and a footer for one page", { tag: "@release" }, async ({
  page,
}) => {
  await aClinic(page);
  await page.goto("/patients");
  await page
    .getByRole("radio", { name: "Table" })
    .or(page.getByRole("button", { name: "Table" }))
    .first()
    .click();
  const table = page.getByRole("table", { name: "Patients" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "Admission No.",
    "Patient Name",
    "Age/Sex",
    "Status",
    "Diagnosis",
    "Payment",
    "Amount",
    "Actions",
  ]);
  expect(await page.getByLabel("Admission status").getByRole("option").allTextContents()).toEqual([
    "All Status",
    "Admitted",
    "Discharged",
    "Outpatient",
  ]);
  for (const act of ["View", "Edit", "Archive", "Delete"])
    await expect(table.getByRole("button", { name: `${act} ${maria}` })).toBeEnabled();
  await expect(page.getByText("Showing 1 to 3 of 3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await expectNoViolations(page);
  await page.getByRole("button", { name: /^Archived \d+$/ }).click();
  await expect(page.getByRole("heading", { name: "Archived Patients", level: 1 })).toBeVisible();
});

test("the table: one key from the search box to the first patient, then J and K, Enter opens", {
  tag: "@release",
}, async ({ page }) => {
  const { mariasId } = await aClinic(page);
  await page.goto("/patients");
  await page
    .getByRole("radio", { name: "Table" })
    .or(page.getByRole("button", { name: "Table" }))
    .first()
    .click();
  await expect(page.getByText(maria)).toBeVisible();
  await searchBox(page).focus();
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate<string>("document.activeElement.textContent");
  expect(await focused()).toContain(maria);
  await page.keyboard.press("j");
  expect(await focused()).toContain(juan);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toContain(benjamin);
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  expect(await focused()).toContain(maria);
  await page.keyboard.press("Enter");
  await expect(recordOf(page)).toContainText(maria);
  // The next one of the list, and back to it.
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: juan, level: 1 })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { name: maria, level: 1 })).toBeVisible();
  expect(mariasId).toBeGreaterThan(0);
});

test("Advanced Filters: Apply, the ON badge, Clear All Filters", { tag: "@release" }, async ({ page }) => {
  const { api, benjaminsId } = await aClinic(page);
  await api.patch(`/api/patients/${benjaminsId}`, { patientStatus: "Seen" });
  await page.goto("/patients");
  await page.getByLabel("Patient status").selectOption("Seen");
  await expect(showing(page)).toHaveText("Showing 1 of 3 patients");
  await page.getByRole("button", { name: "Remove filter: Seen" }).click();
  const advanced = page.getByRole("button", { name: /Advanced Filters/ });
  await expect(advanced).not.toContainText("ON");
  await advanced.click();
  const sheet = page.getByRole("dialog", { name: "Advanced Filters" });
  await expect(sheet.getByLabel("Diagnosis")).toBeVisible();
  const words = (label: string) =>
    sheet.getByLabel(label, { exact: true }).getByRole("option").allTextContents();
  expect((await words("Payment status")).slice(1)).toEqual(["Paid-Received", "Pending", "Overdue"]);
  expect((await words("Consultation status")).slice(1)).toEqual(["Not Seen", "Seen"]);
  await sheet.getByLabel("Diagnosis").fill("gallst");
  await sheet.getByLabel("Consultation status").selectOption("Not Seen");
  await sheet.getByLabel("Start date").fill("01/01/2026");
  await sheet.getByLabel("End date").fill("12/31/2099");
  await expect(page.locator("[role=status]", { hasText: "Showing 3 of 3" })).toBeAttached();
  await expectNoViolations(page);
  await sheet.getByRole("button", { name: "Apply" }).click();
  await expect(showing(page)).toHaveText("Showing 1 of 3 patients");
  await expect(card(page, benjamin)).toBeVisible();
  await expect(advanced).toContainText("ON");
  await expectNoViolations(page);
  await advanced.click();
  await sheet.getByRole("button", { name: "Clear All Filters" }).click();
  await expect(showing(page)).toHaveText("Showing 3 of 3 patients");
  await expect(advanced).not.toContainText("ON");
});

test("the archive: its title, View and Retrieve, and no Add Patient of the list", {
  tag: "@release",
}, async ({ page }) => {
  const { api, mariasId } = await aClinic(page);
  await api.patch(`/api/patients/${mariasId}/archive`);
  await page.goto("/patients");
  await expect(showing(page)).toHaveText("Showing 2 of 2 patients");
  await page
    .getByRole("radio", { name: "Archived Patients" })
    .or(page.getByRole("button", { name: "Archived Patients" }))
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Archived Patients", level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Add Patient" })).toHaveCount(0);
  await expectNoViolations(page);
  await page.getByRole("button", { name: `View ${maria}` }).click();
  await expect(recordOf(page)).toContainText(maria);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Retrieve ${maria}` }).click();
  await expect(page.getByText("No archived patients")).toBeVisible();
  // The row leaves before the server has answered; the toast comes after.
  await expect(page.getByText("Patient Retrieved")).toBeVisible();
  await page.goto("/patients");
  await expect(showing(page)).toHaveText("Showing 3 of 3 patients");
});

test("an empty clinic, and the message while the list loads", { tag: "@release" }, async ({ page }) => {
  await openClinic(page);
  let letGo: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/patients?*", async (route) => {
    await blocked;
    await route.continue();
  });
  await page.goto("/patients");
  await expect(page.getByText("Loading patients...")).toBeAttached();
  letGo();
  await expect(page.getByText("No patients found.")).toBeVisible();
  await expectNoViolations(page);
});

test("the archive: a user who may only add has the form and no second Add Patient; without any right, the message", {
  tag: "@release",
}, async ({ page }) => {
  const path = "/archive";
  const clinic = await aClinic(page);
  await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
  await page.goto(path);
  await expect(page.getByLabel("Patient name")).toBeVisible();
  await expect(page.getByText(maria)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Patient" })).toHaveCount(0);
  await expectNoViolations(page);
  await comeAsStaff(page, clinic, { permissions: ["view_reports"] });
  await page.goto(path);
  await expect(page.getByRole("heading", { name: /Access Restricted/ })).toBeVisible();
  await expect(page.getByText("You don't have permission to view patient information.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Patient" })).toHaveCount(0);
});
