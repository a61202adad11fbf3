import { expect, test } from "@playwright/test";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";

const name = "Peñaranda, Rosario Abellana";

test("a diagnosis is coded with the keyboard, saved, shown, found and counted", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: name, birthday: "1954-03-04" }] });
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await page.goto(`/patients?open=consultation&patient=${id}`);
  const wizard = page.getByRole("dialog", { name });
  await wizard.getByLabel("Chief complaint").fill("BP check, refill");
  await wizard.getByRole("button", { name: "Next Step" }).click();
  await expect(wizard.getByText("Step 2 of 3")).toBeVisible();
  await wizard.getByRole("button", { name: "Next Step" }).click();
  const diagnosis = wizard.getByRole("combobox", { name: "Diagnosis" });
  await expect(wizard.getByLabel("Physical examination")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(diagnosis).toBeFocused();
  await page.keyboard.type("htn");
  await page.keyboard.press("Enter");
  const chosen = wizard.getByRole("list", { name: "Chosen diagnoses" });
  await expect(chosen).toContainText("Essential hypertensionI10");
  await expect(diagnosis).toHaveValue("");
  await expect(diagnosis).toBeFocused();
  await page.keyboard.type("lagn");
  await expect(wizard.getByRole("option", { name: "Fever R50.9" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.type("worried about her son");
  await expect(wizard.getByRole("option", { name: /Use “worried about her son” as written/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(wizard.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(wizard.getByLabel("Treatment plan")).toBeFocused();
  await page.keyboard.type("Losartan 50 mg");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Consultation record saved successfully")).toBeVisible();
  const [saved] = await owner.get(`/api/patients/${id}/consultations`);
  expect(saved.diagnoses).toEqual([
    { words: "Essential hypertension", code: "I10" },
    { words: "Fever", code: "R50.9" },
    { words: "worried about her son", code: null },
  ]);
  expect(saved.diagnosis).toBe("Essential hypertension; Fever; worried about her son");

  await page.goto("/patients?diagnosis=i10");
  await expect(page.getByText(name).first()).toBeVisible();
  await page.goto("/patients?diagnosis=e119");
  await expect(page.getByText(name)).toHaveCount(0);

  await page.goto("/reports");
  const counted = page.getByRole("region", { name: "Most Frequent Diagnoses" });
  await expect(counted.getByText("Essential hypertension").first()).toBeVisible();
  await expect(counted.getByText("Coded: 2 · Not coded: 1")).toBeVisible();
});
