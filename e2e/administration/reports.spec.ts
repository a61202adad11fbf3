import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { recordNumber } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";
import { wordsOf } from "#test/pdf-text.ts";

// Hospital Admissions and Analytics & Reports: read, filtered, exported, printed, and by whom.

const today = () => manilaDay(new Date());
const rosario = "Peñaranda, Rosario Abellana";
const teodoro = "Bañez, Teodoro Magsaysay";
const mariluz = "Ybañez, Mariluz Sarmiento";

/** One admitted for three days, one discharged just now after four, one outpatient. */
async function aClinicWithStays(page: Page) {
  const clinic = await openClinic(page, {
    patients: [
      {
        patientName: mariluz,
        amount: "500.00",
        paymentStatus: "Pending",
        hospital: "The Hospital at Maayo",
      },
      {
        patientName: teodoro,
        admissionStatus: "Admitted",
        dateOfAdmission: addDays(today(), -4),
        amount: "2500.50",
        paymentStatus: "Overdue",
        preopDiagnosis: "Chronic kidney disease stage 4",
      },
      {
        patientName: rosario,
        admissionStatus: "Admitted",
        dateOfAdmission: addDays(today(), -3),
        roomNumber: "304",
        amount: "7000.00",
        paymentStatus: "Paid-Received",
        phicPayment: "Yes",
        preopDiagnosis: "Community-acquired pneumonia",
        physicianInCharge: "Dr. Ligaya Tan",
      },
    ],
  });
  await asOwner(page, clinic.token).patch(`/api/patients/${clinic.patientIds[1]}`, {
    admissionStatus: "Discharged",
  });
  return clinic;
}

/** A figure of the strip, with its note. */
const figure = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

async function goTo(page: Page, place: string): Promise<void> {
  if (onPhone()) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: place }).click();
  } else await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }).click();
}

async function exported(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export Report" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return { name: download.suggestedFilename(), lines: text.slice(1).trimEnd().split("\r\n") };
}

test("the owner reads who is admitted, finds a discharge, opens a record and exports", {
  tag: "@both",
}, async ({ page }) => {
  await aClinicWithStays(page);
  await page.goto("/dashboard");
  await goTo(page, "Admissions");
  await expect(page.getByRole("heading", { name: "Hospital Admissions", level: 1 })).toBeVisible();

  await test.step("the four figures", async () => {
    await expect(figure(page, "Currently Admitted")).toContainText("1");
    await expect(figure(page, "Discharged Today")).toContainText("1");
    await expect(figure(page, "Average Stay (days)")).toContainText("3.5");
    await expect(figure(page, "Bed Occupancy")).toContainText("2%");
    await expect(figure(page, "Bed Occupancy")).toContainText("1 of 50 beds");
  });

  await test.step("the filter and the search", async () => {
    await expect(page.getByText(rosario)).toBeVisible();
    await expect(page.getByText("3 days")).toBeVisible();
    await expect(page.getByText(teodoro)).toHaveCount(0);
    const which = page.getByRole("combobox", { name: "Which admissions" });
    await which.selectOption("Recently Discharged");
    await expect(page.getByText(teodoro)).toBeVisible();
    await expect(page.getByText("4 days")).toBeVisible();
    await which.selectOption("All Admissions");
    await expect(page.getByText(rosario)).toBeVisible();
    await expect(page.getByText(mariluz)).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Search admissions" }).fill("penaranda");
    await expect(page.getByText(teodoro)).toHaveCount(0);
    await expect(page).toHaveURL(/show=all.*q=penaranda/);
    await page.getByRole("searchbox", { name: "Search admissions" }).fill("zzyzx");
    await expect(page.getByText("No admissions found")).toBeVisible();
    await page.getByRole("button", { name: "Export Report" }).click();
    await expect(page.getByText("Nothing to export")).toBeVisible();
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(page.getByText(teodoro)).toBeVisible();
  });

  await test.step("the export contains the filtered rows", async () => {
    const { name, lines } = await exported(page);
    expect(name).toBe(`admissions_report_${today()}.csv`);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe(
      `E2E-003,"${rosario}",Chong Hua Hospital - Fuente,304,Admitted,${addDays(today(), -3)},,3,Community-acquired pneumonia,Dr. Ligaya Tan`,
    );
    expect(lines[2]).toContain(`Discharged,${addDays(today(), -4)},${today()},4`);
    await expect(page.getByText("2 rows exported")).toBeVisible();
  });

  await test.step("a row opens the record", async () => {
    await page.getByText(rosario).click();
    await expect(recordNumber(page, "E2E-003").first()).toBeVisible();
  });
});

test("the owner reads the clinic's figures by period, and exports them", async ({ page }) => {
  await aClinicWithStays(page);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Reports", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Analytics & Reports", level: 1 })).toBeVisible();

  await test.step("all time", async () => {
    await expect(figure(page, "Total Patients")).toContainText("3");
    // 7,000 of 10,000.50 is paid.
    await expect(figure(page, "Total Revenue")).toContainText("₱10,001");
    await expect(figure(page, "Total Revenue")).toContainText("70% collection rate");
    await expect(figure(page, "Active Admissions")).toContainText("of 50 beds");
    await expect(figure(page, "PHIC Cases")).toContainText("33% of patients");
    const payment = page.getByRole("region", { name: "Payment Overview" });
    await expect(payment).toContainText("₱3,001");
    await expect(payment).toContainText("incl. ₱2,501 overdue");
    await expect(page.getByRole("region", { name: "6-Month Trend" }).getByRole("listitem")).toHaveCount(6);
    await expect(page.getByRole("region", { name: "Hospital Performance" })).toContainText("₱9,501");
  });

  await test.step("a period stays over a reload", async () => {
    await page.getByRole("combobox", { name: "Period" }).selectOption("This Week");
    await expect(page).toHaveURL(/period=week/);
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Period" })).toHaveValue("week");
    await expect(figure(page, "Total Patients")).toContainText("3");
  });

  await test.step("the export is named after the period", async () => {
    const { name, lines } = await exported(page);
    expect(name).toBe(`clinic_report_week_${today()}.csv`);
    expect(lines).toContain("Figures,Total Revenue,,10000.50,,");
    expect(lines).toContain("Hospital Performance,Chong Hua Hospital - Fuente,2,9500.50,4750.25,95.0");
    await expect(page.getByText(`${lines.length - 1} rows exported`)).toBeVisible();
  });
});

test("Bed Occupancy uses the beds of Clinic Settings, also above a hundred", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinicWithStays(page);
  await asOwner(page, clinic.token).patch(`/api/patients/${clinic.patientIds[2]}`, {
    admissionStatus: "Admitted",
  });
  await page.goto("/settings");
  await page.getByLabel("Bed capacity").fill("1");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Settings Updated")).toBeVisible();
  await page.goto("/admissions");
  await expect(figure(page, "Bed Occupancy")).toContainText("200%");
  await expect(figure(page, "Bed Occupancy")).toContainText("1 patient more than 1 bed");
});

test("staff with the right to reports find them, others are told they may not", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinicWithStays(page);
  await comeAsStaff(page, clinic, { permissions: ["view_reports"] });
  await page.goto("/staff-dashboard");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Analytics & Reports", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Admissions", exact: true }).click();
  await expect(page.getByText(rosario)).toBeVisible();
  await page.getByText(rosario).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await comeAsStaff(page, clinic, { permissions: ["view_patients", "edit_patients"] });
  await page.goto("/reports");
  await expect(page.getByRole("heading", { name: "Access Restricted" })).toBeVisible();
  await page.goto("/staff-dashboard");
  await expect(page.getByText(rosario).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Reports", exact: true })).toHaveCount(0);
});

test("a printed list contains every row", { tag: "@release" }, async ({ page }) => {
  const names = Array.from(
    { length: 30 },
    (_, index) => `Reyes${String.fromCharCode(65 + (index % 26))}${index}`,
  );
  await openClinic(page, {
    patients: names.map((patientName) => ({
      patientName,
      admissionStatus: "Admitted",
      dateOfAdmission: today(),
    })),
  });
  // The browser's print dialog cannot be driven; page.pdf() draws what it would print.
  await page.addInitScript("window.print = () => { window.printsAsked = (window.printsAsked ?? 0) + 1; }");
  const printed = async () => wordsOf(await page.pdf());
  for (const [address, first] of [
    ["/patients", names.at(-1)],
    ["/admissions", names.at(-1)],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(first ?? "").first()).toBeVisible();
    expect(await printed()).toContain("Page 1 of 2: use Print all to print all 30.");
    await page.getByRole("button", { name: "Print all" }).click();
    await expect.poll(() => page.evaluate("window.printsAsked")).toBe(1);
    const text = await printed();
    for (const name of names) expect(text, address).toContain(name);
    expect(text).not.toContain("use Print all");
  }
});
