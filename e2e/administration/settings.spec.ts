import { expect, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { onPhone } from "#e2e/support/width.ts";
import { wordsOf } from "#test/pdf-text.ts";

const patient = "Ybañez, Mariluz Sarmiento";
const address = "Rm 402, Fuente Medical Arts, Osmeña Blvd., Cebu City";

test("the owner enters address and PTR, and the next prescription has both", { tag: "@both" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, {
    patients: [{ patientName: patient, age: 33, address: "Cebu City" }],
  });
  const [id] = clinic.patientIds;

  await test.step("finds Settings beside the dashboard", async () => {
    await page.goto("/dashboard");
    if (onPhone()) {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Settings" }).click();
    } else await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Clinic Settings", level: 1 })).toBeVisible();
    await expect(page.getByRole("tab", { name: "General" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Patient" }).locator("visible=true")).toHaveCount(0);
  });

  await test.step("saves", async () => {
    await page.getByLabel("Clinic name").fill("Peñaflor Heart & Lung Clinic");
    await page.getByLabel("Address").fill(address);
    await page.getByLabel("PTR number").fill("2614407");
    await page.getByLabel("PTR year").fill("2099");
    await page.getByLabel("S2 number").fill("S2-0042");
    await page.getByLabel("Specialization").fill("Cardiology");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings Updated")).toBeVisible();
    await expect(page.getByText("Not saved yet")).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeAttached();
    if (!onPhone())
      await expect(page.getByRole("navigation", { name: "Main" })).toContainText(
        "Peñaflor Heart & Lung Clinic",
      );
  });

  await test.step("goes back to the dashboard without a question", async () => {
    await page.getByRole("button", { name: "Back to Dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  });

  await test.step("the new prescription starts with the numbers, and its PDF contains them", async () => {
    await page.goto(`/patients?open=prescription&patient=${id}`);
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await form.getByRole("button", { name: "Change", exact: true }).click();
    await expect(form.getByLabel("PTR number")).toHaveValue("2614407, 2099");
    await expect(form.getByText("No clinic address.")).toHaveCount(0);
    const owner = asOwner(page, clinic.token);
    const prescription = await owner.post(`/api/patients/${id}/prescription`, {
      physicianName: await form.getByLabel("Physician name").inputValue(),
      physicianLicense: await form.getByLabel("License number").inputValue(),
      physicianPTR: await form.getByLabel("PTR number").inputValue(),
      medications: [
        {
          name: "amlodipine",
          strength: "5 mg",
          form: "tablet",
          quantity: "30",
          dosage: "1 tab",
          frequency: "OD",
          duration: "30 days",
        },
      ],
    });
    const file = await page.request.get(`/api/patients/${id}/prescriptions/${prescription.id}.pdf`, {
      headers: { authorization: `Bearer ${clinic.token}` },
    });
    expect(file.status()).toBe(200);
    const text = await wordsOf(await file.body());
    expect(text).toContain(address);
    expect(text).toContain("Peñaflor Heart & Lung Clinic");
    expect(text).toContain("PTR No. 2614407, 2099");
  });
});

test("Save moves to the first invalid field", { tag: "@release" }, async ({ page }) => {
  await openClinic(page);
  await page.goto("/settings");
  await page.getByLabel("Clinic name").fill("");
  await page.getByLabel("Last name").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByLabel("Clinic name")).toBeFocused();
  await expect(page.getByText("Clinic name is required")).toBeInViewport();
});

test("leaving with unsaved changes asks first, from the side bar and with Back", { tag: "@release" }, async ({
  page,
}) => {
  await openClinic(page);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Address").fill(address);
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await page.getByRole("link", { name: "Patients" }).click();
  await question.getByRole("button", { name: "Keep typing" }).click();
  await page.goBack();
  await question.getByRole("button", { name: "Keep typing" }).click();
  await expect(page.getByLabel("Address")).toHaveValue(address);
  await page.getByRole("link", { name: "Patients" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: "Patient Management", level: 1 })).toBeVisible();
});

test("/settings and /clinic-settings are one page; a secretary can read it", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page);
  for (const path of ["/settings", "/clinic-settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Clinic Settings", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeVisible();
  }
  await comeAsStaff(page, clinic);
  await page.goto("/settings");
  await expect(page.getByText("Only the clinic owner can change these.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Changes" })).toHaveCount(0);
  await page.getByRole("button", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/staff-dashboard$/);
});
