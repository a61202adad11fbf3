import { expect, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { changeList, openRecord } from "#e2e/support/record.ts";

// A confidential note, and who may see it.

const rosario = { patientName: "Abellana, Rosario Peñaranda", birthday: "1994-03-08", sex: "F" };
const secret = "Panic disorder";

test("only its author and the owner see a confidential note @both", async ({ page }) => {
  const clinic = await openClinic(page, { patients: [rosario] });
  const id = clinic.patientIds[0] ?? 0;
  const owner = asOwner(page, clinic.token);
  const seen = { patientId: id, chiefComplaint: "Cough", diagnosis: "Common cold", treatment: "Rest" };
  await owner.post("/api/consultations", seen);

  // The owner writes it, with one box to tick.
  await page.goto(`/patients?open=consultation&patient=${id}`);
  const wizard = page.getByRole("dialog", { name: rosario.patientName });
  await wizard.getByLabel("Chief complaint").fill("Cannot sleep");
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByLabel("Diagnosis").fill(secret);
  await wizard.getByLabel("Treatment plan").fill("Sertraline, talk again");
  await wizard.getByLabel("Confidential: only you can see this").check();
  await wizard.getByRole("button", { name: "Save Consultation" }).click();
  await expect(wizard).toBeHidden();

  const details = await openRecord(page, id);
  const records = details.getByRole("region", { name: "Consultation Records" });
  const row = records.getByRole("article").filter({ hasText: secret });
  await expect(row.getByText("Confidential", { exact: true })).toBeVisible();
  // The patient's own line shows only what is not confidential.
  await expect(details.getByText("Common cold").first()).toBeVisible();
  await row.getByRole("button", { name: /View More/ }).click();
  const note = page.getByRole("dialog", { name: "Consultation Details" });
  await expect(note.getByText(/only who wrote it and the clinic owner/)).toBeVisible();

  // Staff with every right to records do not see it: not in the record, the strip, the list or a copy.
  const rights = [
    "view_patients",
    "add_patients",
    "edit_patients",
    "delete_patients",
    "view_reports",
  ] as const;
  const staff = await comeAsStaff(page, clinic, { permissions: rights });
  await openRecord(page, id);
  await expect(records.getByText("Common cold").first()).toBeVisible();
  await expect(records.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "At a glance" })).toContainText("Rest");
  await expect(page.getByText(secret)).toHaveCount(0);
  const asStaff = asOwner(page, staff.token);
  expect(JSON.stringify(await asStaff.get(`/api/patients/${id}/summary`))).not.toContain(secret);
  const listed = await page.request.post("/api/patients/export", {
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(listed.ok()).toBe(true);
  expect(await listed.text()).toContain("Common cold");
  expect(await listed.text()).not.toContain(secret);

  // Staff still see what they wrote themselves, and so does the owner.
  await openRecord(page, id);
  await changeList(page, "problems");
  const problems = page.getByRole("dialog", { name: "Problems" });
  await problems.getByRole("textbox", { name: /^Problem/ }).fill("HIV disease");
  await problems.getByLabel("Confidential: only you and the clinic owner can see this").check();
  await problems.getByRole("button", { name: "Add problem" }).click();
  const own = problems.getByRole("listitem").filter({ hasText: "HIV disease" });
  await expect(own.getByText("Confidential", { exact: true })).toBeVisible();
  expect(await owner.get(`/api/patients/${id}/problems`)).toMatchObject([
    { words: "HIV disease", isConfidential: true },
  ]);
  await comeAsStaff(page, clinic, { permissions: rights });
  await openRecord(page, id);
  await expect(page.getByRole("region", { name: "At a glance" })).toContainText("Rest");
  await expect(page.getByText("HIV disease")).toHaveCount(0);
});
