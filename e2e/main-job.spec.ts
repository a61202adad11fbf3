import { expect, test } from "@playwright/test";
import { pagesOf, wordsOf } from "#test/pdf-text.ts";
import { pressAddPatient, signUpOnScreen } from "./support/clinic.ts";
import { bytesOf } from "./support/downloads.ts";

const patient = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

test("a doctor signs up, sees a patient through, holds the prescription, and presses Done", {
  tag: "@both",
}, async ({ page }) => {
  await signUpOnScreen(page);
  await expect(page.getByText(/Registration successful! Welcome to/)).toBeVisible();

  await test.step("registers the patient", async () => {
    await pressAddPatient(page);
    const form = page.getByRole("dialog", { name: "Add New Patient" });
    await expect(form.getByLabel("Admission number")).toHaveValue(/^\d{8}-001$/);
    await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
    await form.getByLabel("Patient name").fill(patient);
    await form.getByLabel("Birthday").fill("03/04/1959");
    await form.getByLabel("Sex").selectOption("F");
    await form.getByLabel("Chief complaint").fill("Shortness of breath on two flights of stairs");
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(page.getByText("Patient added successfully")).toBeVisible();
  });

  await test.step("finds the patient on today's list, and takes vital signs", async () => {
    await page.goto("/dashboard");
    const row = page.getByRole("listitem").filter({ hasText: patient });
    await expect(row.getByText("NEW")).toBeVisible();
    await row.getByRole("button", { name: "View" }).click();
    const details = page.getByRole("dialog", { name: /Patient Details/ });
    await expect(details.getByText(patient).first()).toBeVisible();
    await details.getByRole("button", { name: "Record Vitals" }).click();
    const vitals = page.getByRole("dialog", { name: "Record Vital Signs" });
    await vitals.getByLabel("Blood pressure").fill("152/92");
    await vitals.getByLabel("Temperature").fill("36.9");
    await vitals.getByLabel("Pulse").fill("86");
    await expect(vitals.getByText("Above 140/90")).toBeVisible();
    await vitals
      .getByRole("button", { name: /Save|Record/ })
      .last()
      .click();
    await expect(page.getByText("Vital signs recorded successfully")).toBeVisible();
    await expect(details.getByText("152/92").first()).toBeVisible();
  });

  await test.step("records the consultation", async () => {
    const details = page.getByRole("dialog", { name: /Patient Details/ });
    await details.getByRole("button", { name: "Add New Consultation" }).click();
    const wizard = page.getByRole("dialog", { name: patient });
    await wizard.getByLabel(/Chief complaint/).fill("Shortness of breath");
    await wizard.getByRole("button", { name: "Next Step" }).click();
    await wizard.getByRole("button", { name: "Next Step" }).click();
    await wizard.getByLabel(/Diagnosis/).fill("Heart failure, NYHA class II");
    await wizard.getByLabel(/Treatment/).fill("Furosemide, low-salt diet");
    await wizard.getByRole("button", { name: "Save Consultation" }).click();
    await expect(page.getByText("Consultation record saved successfully")).toBeVisible();
    await expect(details.getByText("Heart failure, NYHA class II").first()).toBeVisible();
  });

  await test.step("writes the prescription and holds its PDF", async () => {
    const details = page.getByRole("dialog", { name: /Patient Details/ });
    await details.getByRole("button", { name: "Generate Prescription" }).click();
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await form.getByLabel("Medication name").fill("furosemide");
    await form.getByLabel("Brand").fill("Lasix");
    await form.getByLabel("Strength").fill("20 mg");
    await form.getByLabel("Form", { exact: true }).fill("tablet");
    await form.getByLabel("SIG").fill("1 tab");
    await form.getByLabel("Frequency").fill("OD, morning");
    await form.getByLabel("Duration").fill("30 days");
    await form.getByLabel("Quantity").fill("30");
    await form.getByLabel("Patient address").fill("14 Sikatuna St., Brgy. Zapatera, Cebu City");
    await form
      .getByLabel(/Additional instructions/)
      .fill("Bring ₱350 for the laboratory on your next visit.");
    await form.getByLabel(/PTR/).fill("2614407");
    const download = page.waitForEvent("download");
    await form.getByRole("button", { name: "Download PDF" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      /^prescription-Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña-\d{4}-\d\d-\d\d\.pdf$/,
    );
    await expect(page.getByText("Prescription generated and downloaded successfully")).toBeVisible();
    const pdf = await bytesOf(file);
    expect(await pagesOf(pdf)).toHaveLength(1);
    const text = await wordsOf(pdf);
    for (const words of [
      "Peñaflor Heart Clinic",
      "dela Peña",
      "furosemide 20 mg tablet",
      "(Lasix)",
      "once a day",
      "#30",
      "₱350",
      "0098412",
      "2614407",
    ])
      expect(text).toContain(words);
    expect(text.indexOf("furosemide")).toBeLessThan(text.indexOf("Lasix"));
  });

  await test.step("presses Done, and the patient leaves the list", async () => {
    await page.goto("/consults");
    const row = page.getByRole("listitem").filter({ hasText: patient });
    await row.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Consultation Completed")).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.goto("/patients");
    await expect(page.getByText(patient).first()).toBeVisible();
  });
});
