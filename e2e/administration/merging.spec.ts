import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";
import { act, openRecord, recordNumber, recordOf, toTab } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";

const older = "Dela Peña, Consuelo Rivera";
const newer = "De la Pena, Ma. Consuelo";
const twins = ["Uy, Benjamin Tan", "Uy, Benjie Tan"] as const;

const pairs = (page: Page) => page.getByRole("list", { name: "Possible duplicates" }).locator("> li");

test("the owner finds one patient with two records, merges them, and undoes the merge", {
  tag: "@both",
}, async ({ page }) => {
  const clinic = await openClinic(page, {
    patients: [
      { patientName: twins[0], birthday: "1980-05-06", sex: "M" },
      { patientName: twins[1], birthday: "1980-05-06", sex: "M" },
      { patientName: older, birthday: "1961-03-08", address: "Mandaue City", allergies: "Sulfa, rash" },
      { patientName: newer, birthday: "1961-03-08", address: "Blk 4 Lot 9, Brgy. Banilad" },
    ],
  });
  const [goes = 0, stays = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await owner.post("/api/consultations", {
    patientId: goes,
    chiefComplaint: "Dizziness",
    diagnosis: "Hypertension",
    treatment: "Rest",
  });

  await test.step("finds the list, and dismisses a pair of different people for good", async () => {
    if (onPhone()) {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Merge Patients" }).click();
    } else {
      await page.goto("/patients");
      await page.getByRole("button", { name: "Merge Patients" }).click();
    }
    await expect(page.getByRole("heading", { level: 1, name: "Merge Patients" })).toBeVisible();
    await expect(pairs(page)).toHaveCount(2);
    await expectAccessible(page);
    await pairs(page)
      .filter({ hasText: twins[0] })
      .getByRole("button", { name: /^Not the Same Person/ })
      .click();
    await expect(pairs(page)).toHaveCount(1);
    await page.reload();
    await expect(pairs(page)).toHaveCount(1);
    await expect(pairs(page)).toContainText(older);
  });

  await test.step("compares the pair, and chooses the other's address", async () => {
    await pairs(page)
      .getByRole("button", { name: /^Compare/ })
      .click();
    await expect(page.getByRole("heading", { name: `What Moves to ${older}` })).toBeVisible();
    await expect(page.getByRole("list", { name: "What moves" })).toContainText("1 consultation");
    const address = page.getByRole("group", { name: "Address" });
    await expect(address.getByRole("radio", { name: /Mandaue City/ })).toBeChecked();
    await address.getByRole("radio", { name: /Mandaue City/ }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(address.getByRole("radio", { name: /Banilad/ })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Show All Fields/ }).click();
    await expect(page.getByRole("group", { name: "Birthday" })).toContainText("Mar 8, 1961");
  });

  await test.step("merges them after a question that says for how long it can be undone", async () => {
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("You can undo this for 30 days");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Merge Records" }).click();
    await expect(page.getByText(`Merged into ${older}`, { exact: true })).toBeVisible();
    await expect(page.getByText("No possible duplicates")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open Record" }).click();
    const record = recordOf(page);
    await expect(recordNumber(page, "E2E-003")).toBeVisible();
    await expect(record.getByText("Hypertension").first()).toBeVisible();
    await toTab(page, "Details");
    await expect(record).toContainText("Blk 4 Lot 9, Brgy. Banilad");
  });

  await test.step("the old link opens the surviving record, and says so", async () => {
    const record = await openRecord(page, goes);
    await expect(recordNumber(page, "E2E-003")).toBeVisible();
    await expect(record.getByText(`Merged into ${older}`, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/patients/${stays}$`));
    await expectAccessible(page);
  });

  await test.step("undoes it, and both records are as before", async () => {
    await page.goto("/merge");
    await page.getByRole("button", { name: `Undo the merge of ${newer}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo Merge" }).click();
    await expect(page.getByText("No merges to undo.", { exact: false })).toBeVisible();
    await expect(pairs(page)).toHaveCount(1);
    expect(await owner.get(`/api/patients/${stays}`)).toMatchObject({ id: stays, address: "Mandaue City" });
    expect(await owner.get(`/api/patients/${goes}`)).toMatchObject({ id: goes, diagnosis: "Hypertension" });
  });

  await test.step("from a record, finds the other one by search", async () => {
    await openRecord(page, stays);
    await act(page, "Merge with Another Record…");
    const choosing = page.getByRole("dialog", { name: "Merge with another record" });
    await choosing.getByRole("searchbox", { name: "Search patients" }).fill("consuelo");
    await expect(choosing.getByRole("listitem")).toHaveCount(1);
    await choosing.getByRole("button", { name: /De la Pena/ }).click();
    await expect(page.getByRole("heading", { name: `What Moves to ${older}` })).toBeVisible();
    await page.getByRole("button", { name: "Keep the Other" }).click();
    await expect(page.getByRole("heading", { name: `What Moves to ${newer}` })).toBeVisible();
  });
});
