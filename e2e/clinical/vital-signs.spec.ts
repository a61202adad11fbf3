import { expect, type Page, test } from "@playwright/test";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";
import { openRecord } from "#e2e/support/record.ts";

// Vital signs over time: recorded, refused, flagged by the age at the visit, charted, described and printed.

const maria = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

async function openDetails(page: Page, patient: object) {
  const clinic = await openClinic(page, { patients: [patient] });
  const [id] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  const take = (vitalSigns: object) => owner.post(`/api/patients/${id}/consultation`, { vitalSigns });
  const show = () => openRecord(page, id, "details");
  return { take, show };
}

/** The cell of a sign in the grid, below the record's head. */
const cell = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
    .last();

test("the first set is entered in the empty state, impossible values are refused, and it appears there", {
  tag: "@release",
}, async ({ page }) => {
  const { show } = await openDetails(page, { patientName: maria, birthday: "1959-03-04" });
  const details = await show();
  await expect(details.getByText("No vital signs recorded yet.")).toBeVisible();
  await details.getByRole("button", { name: "Record Vital Signs" }).click();
  const form = page.getByRole("dialog", { name: "Record Vital Signs" });
  await form.getByLabel("Temperature").fill("98.6");
  await form.getByLabel("Blood pressure").fill("80/120");
  await form.getByLabel("Pulse").fill("72.5");
  await form.getByRole("button", { name: "Record Vital Signs" }).click();
  await expect(form.getByText("Enter °C; 98.6 looks like Fahrenheit")).toBeVisible();
  await expect(form.getByText("Enter the higher number first, like 120/80")).toBeVisible();
  await expect(form.getByText("Enter a whole number, like 72")).toBeVisible();
  await form.getByLabel("Temperature").fill("36.9");
  await form.getByLabel("Blood pressure").fill("182/112");
  await expect(form.getByText("180/110 or above")).toBeVisible();
  await form.getByLabel("Pulse").fill("72");
  await form.getByLabel("Weight").fill("65");
  await form.getByLabel("Height").fill("165");
  await form.getByRole("button", { name: "Record Vital Signs" }).click();
  await expect(page.getByText("Vital signs recorded successfully")).toBeVisible();
  await expect(cell(page, "Blood pressure")).toContainText("182/112 mmHg180/110 or above");
  await expect(cell(page, "Pulse")).toContainText("72 bpmWithin normal range");
  await expect(details.getByText("BMI 23.9, overweight (Asia-Pacific)")).toBeVisible();
});

test("readings are a line over the normal range, and a table", { tag: "@both" }, async ({ page }) => {
  const { take, show } = await openDetails(page, { patientName: maria, birthday: "1959-03-04" });
  await take({ bloodPressure: "138/88", pulse: 94, weight: 68 });
  await take({ bloodPressure: "140/90", weight: 69.4 });
  await take({ bloodPressure: "152/92", pulse: 86, oxygenSaturation: 94 });
  const details = await show();
  await expect(cell(page, "Weight")).toContainText("1.4 kg up since");
  const pressure = page.getByRole("img", { name: /^Blood pressure: 138\/88, 140\/90, 152\/92 mmHg/ });
  await expect(pressure).toBeVisible();
  await expect(pressure.locator("circle")).toHaveCount(6);
  await expect(page.getByRole("img", { name: /^Pulse: 94, 86 bpm/ }).locator("circle")).toHaveCount(2);
  // A single reading makes no line.
  await expect(cell(page, "Oxygen saturation").getByRole("img")).toHaveCount(0);
  // Every chart stays within its cell.
  for (const label of ["Blood pressure", "Pulse"]) {
    const [box, drawn] = await Promise.all([
      cell(page, label).boundingBox(),
      cell(page, label).locator("svg[role=img]").boundingBox(),
    ]);
    expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
  }
  await details.getByRole("button", { name: "All Readings" }).click();
  const all = page.getByRole("dialog", { name: "Vital Signs" });
  await expect(all.getByText("Showing 3 of 3")).toBeVisible();
  await expect(all.getByText("Above 140/90")).toBeVisible();
  await expect(all.getByText("At 140/90")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details.getByRole("button", { name: "All Readings" })).toBeFocused();
});

test("a pulse of 150 is normal at six months, in months and not in years", { tag: "@release" }, async ({
  page,
}) => {
  const born = new Date(Date.now() - 190 * 86_400_000).toISOString().slice(0, 10);
  const { take, show } = await openDetails(page, { patientName: "Abad, Joaquin", sex: "M", birthday: born });
  await take({ pulse: 150, weight: 7.8, height: 67 });
  const details = await show();
  await expect(cell(page, "Pulse")).toContainText("Within normal range");
  await expect(details.getByText("Normal range (age 6 mo)")).toBeVisible();
  await expect(details.getByText(/no adult label under 19/)).toBeVisible();
});

test("on paper the charts have no buttons", { tag: "@release" }, async ({ page }) => {
  const { take, show } = await openDetails(page, { patientName: maria, birthday: "1959-03-04" });
  await take({ pulse: 86 });
  await take({ pulse: 90 });
  const details = await show();
  await expect(page.getByRole("img", { name: /^Pulse/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("img", { name: /^Pulse/ })).toBeVisible();
  await expect(details.getByRole("button", { name: "All Readings" })).toBeHidden();
  await expect(details.getByRole("button").filter({ visible: true })).toHaveCount(0);
});
