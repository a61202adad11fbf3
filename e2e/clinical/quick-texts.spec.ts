import { expect, test } from "@playwright/test";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";

const name = "Peñaranda, Rosario Abellana";

test("a quick text is written, expanded with the keyboard, undone, filled in, and blanks are asked about", async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: name, birthday: "1954-03-04" }] });
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await page.goto("/settings?tab=quick-text");
  await page.getByRole("tab", { name: "Quick Text" }).click();
  await page.getByRole("button", { name: "Use the Examples" }).last().click();
  await expect(page.getByText("51 examples added")).toBeVisible();
  await page.getByRole("button", { name: "Add Quick Text" }).click();
  const writing = page.getByRole("dialog", { name: "Add Quick Text" });
  await writing.getByLabel("Name").fill(".htn");
  await writing.getByLabel("Title").fill("My BP check");
  await writing.getByLabel("Text", { exact: true }).fill("BP at home {average}, sleeps {hours}.");
  await expect(writing.getByRole("region", { name: "Preview" })).toContainText("BP at home average");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: "Your own" })).toContainText(".htnMy BP check");

  await page.goto(`/patients?open=consultation&patient=${id}`);
  const wizard = page.getByRole("dialog", { name });
  const complaint = wizard.getByLabel("Chief complaint");
  await expect(complaint).toBeFocused();
  await page.keyboard.type("Check-up. .ht");
  await expect(wizard.getByRole("option").first()).toHaveText(".htnMy BP check");
  await page.keyboard.press("Enter");
  await expect(complaint).toHaveValue("Check-up. BP at home {average}, sleeps {hours}.");
  await page.keyboard.press("Control+z");
  await expect(complaint).toHaveValue("Check-up. .ht");
  await page.keyboard.press("End");
  await page.keyboard.type("n");
  await expect(wizard.getByRole("option").first()).toBeVisible();
  // Escape closes only the list, and the next letter opens it again.
  await page.keyboard.press("Escape");
  await expect(wizard.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Backspace");
  await expect(wizard.getByRole("option").first()).toHaveText(".htnMy BP check");
  await page.keyboard.press("Tab");
  await page.keyboard.type("140/90");
  await expect(complaint).toHaveValue("Check-up. BP at home 140/90, sleeps {hours}.");
  await expect(wizard.getByText("To fill: hours")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(wizard.getByText("Step 2 of 3")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(wizard.getByLabel("Physical examination")).toBeFocused();
  await wizard.getByRole("combobox", { name: "Diagnosis" }).fill("Hypertension");
  await wizard.getByLabel("Treatment plan").fill("losartan 50 mg od 30 days. Back in 2 weeks");
  await expect(wizard.getByRole("list", { name: "From the plan" })).toContainText(
    "losartan: Once a day, for 30 days · SIG to fill in",
  );
  await page.keyboard.press("Control+Enter");
  const asked = page.getByRole("alertdialog", { name: "Some blanks are not filled in" });
  await expect(asked).toContainText("Chief complaint: hours");
  await asked.getByRole("button", { name: "Save as it is" }).click();
  await page
    .getByRole("dialog", { name: "Next for This Visit" })
    .getByRole("button", { name: "Next: Prescription" })
    .click();
  const prescription = page.getByRole("dialog", { name: "Generate Prescription" });
  await expect(prescription.getByLabel("Medication name")).toHaveValue("losartan");
  await expect(prescription.getByLabel("Strength")).toHaveValue("50 mg");
  const [saved] = await owner.get(`/api/patients/${id}/consultations`);
  expect(saved.chiefComplaint).toBe("Check-up. BP at home 140/90, sleeps {hours}.");
  expect(saved.treatment).toBe("losartan 50 mg od 30 days. Back in 2 weeks");
  expect(saved.followUpDate).not.toBeNull();

  await page.goto(`/patients?open=consultation&patient=${id}`);
  await wizard.getByRole("button", { name: /^Copy from/ }).click();
  await expect(complaint).toHaveValue("Check-up. BP at home 140/90, sleeps {hours}.");
  await expect(wizard.getByText(/^from .*, until you change it$/)).toHaveCount(1);
  await complaint.fill("BP check");
  await expect(wizard.getByText(/until you change it$/)).toHaveCount(0);
});
