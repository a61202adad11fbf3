import { expect, type Locator, test } from "@playwright/test";
import { pressAddPatient } from "#e2e/support/clinic.ts";
import { bytesOf } from "#e2e/support/downloads.ts";
import { effortLimits } from "#e2e/support/effort-limits.ts";
import { act, recordOf } from "#e2e/support/record.ts";
import { pagesOf, wordsOf } from "#test/pdf-text.ts";

const patient = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

/** Presses and filled fields of one user. */
class Effort {
  presses = 0;
  fields = 0;

  async press(target: Locator): Promise<void> {
    await target.click();
    this.presses += 1;
  }

  async fill(form: Locator, values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      const field = form.getByLabel(label, { exact: true }).or(form.getByLabel(`${label}*`, { exact: true }));
      if (label === "Sex") await field.selectOption(value);
      else await field.fill(value);
      this.fields += 1;
    }
  }

  expectAtMost(job: "sign up and see the first patient"): void {
    for (const [of, count] of [
      ["presses", this.presses],
      ["fields", this.fields],
    ] as const) {
      const name = `${job}, ${of}` as const;
      test.info().annotations.push({ type: "effort", description: `${name}: ${count}` });
      expect.soft(count, name).toBeLessThanOrEqual(effortLimits[name].most);
    }
  }
}

test("a doctor signs up, sees a patient, has the prescription, and presses Done", {
  tag: "@both",
}, async ({ page }) => {
  const effort = new Effort();
  const details = recordOf(page);

  await test.step("signs up, coming from the landing page", async () => {
    await page.goto("/");
    await effort.press(page.getByRole("link", { name: "Start your free 30-day trial" }).first());
    await effort.fill(page.locator("form"), {
      "Clinic name": "Peñaflor Heart Clinic",
      "Doctor name": "Dr. Rafael Peñaflor, MD",
      Email: `first${process.pid}x${Date.now()}@clinic.test`,
      Phone: "0917 555 0148",
      "License number": "0098412",
      Password: "sinigang-at-noon-7",
      "Confirm password": "sinigang-at-noon-7",
    });
    await effort.press(page.getByRole("button", { name: "Start Your 14-Day Free Trial" }));
    await expect(page.getByText(/Registration successful! Welcome to/)).toBeVisible();
  });

  await test.step("registers the patient, who is number 1", async () => {
    await pressAddPatient(page);
    effort.presses += 1;
    const form = page.getByRole("dialog", { name: "Add New Patient" });
    await effort.fill(form, {
      "Patient name": patient,
      Birthday: "03/04/1959",
      Sex: "F",
      "Contact number": "0917 555 0144",
      Address: "14 Sikatuna St., Brgy. Zapatera, Cebu City",
      "Chief complaint": "Shortness of breath on two flights of stairs",
    });
    await effort.press(form.getByRole("button", { name: "Save Patient" }));
    await expect(page.getByText(`${patient} is number 1 in the queue.`)).toBeVisible();
    await expect(details.getByText(patient).first()).toBeVisible();
  });

  await test.step("records the consultation, which starts with the complaint", async () => {
    // In the record's menu: the next act is to take the vital signs.
    await act(page, "Add New Consultation");
    effort.presses += 2;
    const wizard = page.getByRole("dialog", { name: patient });
    await expect(wizard.getByLabel(/Chief complaint/)).toHaveValue(/two flights of stairs/);
    await effort.press(wizard.getByRole("button", { name: "Next Step" }));
    await effort.fill(wizard, { "Blood pressure": "152/92", Temperature: "36.9", Pulse: "86" });
    await expect(wizard.getByText("Above 140/90")).toBeVisible();
    await effort.press(wizard.getByRole("button", { name: "Next Step" }));
    await effort.fill(wizard, {
      Diagnosis: "Heart failure, NYHA class II",
      "Treatment plan": "Furosemide, low-salt diet",
    });
    await effort.press(wizard.getByRole("button", { name: "Save Consultation" }));
    await expect(page.getByText("Consultation record saved successfully")).toBeVisible();
  });

  await test.step("writes the prescription and has its PDF", async () => {
    const next = page.getByRole("dialog", { name: "Next for This Visit" });
    await effort.press(next.getByRole("button", { name: /^Prescription/ }));
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await effort.fill(form, {
      "Medication name": "furosemide",
      Brand: "Lasix",
      Strength: "20 mg",
      Form: "tablet",
      SIG: "1 tab",
      Frequency: "OD",
      Duration: "30 days",
    });
    await expect(form.getByLabel("Quantity")).toHaveValue("30");
    const download = page.waitForEvent("download");
    await effort.press(form.getByRole("button", { name: "Download PDF" }));
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      /^prescription-Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña-\d{4}-\d\d-\d\d\.pdf$/,
    );
    await expect(page.getByText("Prescription generated and downloaded successfully")).toBeVisible();
    await expect(form.getByText("Prescription saved successfully")).toBeVisible();
    const pdf = await bytesOf(file);
    expect(await pagesOf(pdf)).toHaveLength(1);
    const text = await wordsOf(pdf);
    for (const words of [
      "Peñaflor Heart Clinic",
      "dela Peña",
      "Sikatuna",
      "furosemide 20 mg tablet",
      "(Lasix)",
      "once a day",
      "#30",
      "0098412",
    ])
      expect(text).toContain(words);
    expect(text.indexOf("furosemide")).toBeLessThan(text.indexOf("Lasix"));
  });

  await test.step("sends the patient to payment, presses Done, and the patient leaves the list", async () => {
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await effort.press(form.getByRole("button", { name: "Next: For Payment" }));
    await expect(form).toHaveCount(0);
    await expect(details.getByText("152/92").first()).toBeVisible();
    await expect(details.getByText("Heart failure, NYHA class II").first()).toBeVisible();
    effort.expectAtMost("sign up and see the first patient");
    await page.goto("/consults");
    await page.getByRole("region", { name: "For payment" }).getByRole("button", { name: /^Done/ }).click();
    await expect(page.getByText("Consultation Completed")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nobody is in the queue" })).toBeVisible();
    await page.goto("/patients");
    await expect(page.getByText(patient).first()).toBeVisible();
  });
});
