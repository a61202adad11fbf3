import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";
import { button, Keys } from "#e2e/support/keys.ts";
import { openRecord } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";
import { addDays, formatDay, manilaDay } from "#shared/formats/dates.ts";

// Laboratory results: typed with Tab only, flagged by sex and age, compared over time, corrected.

const maria = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";
const today = manilaDay(new Date());
const ago = (days: number) => addDays(today, -days);

const value = (analyte: string, text: string, unit?: string) => ({
  analyte,
  value: text,
  ...(unit && { unit }),
});

async function openResults(page: Page, id: number) {
  await openRecord(page, id, "results");
  return page.getByRole("region", { name: "Results by date" });
}

test("a diabetic's HbA1c and creatinine are compared over a year", { tag: "@both" }, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: maria, birthday: "1959-03-04" }] });
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await owner.put("/api/clinic/result-ranges", {
    analyte: "hba1c",
    bands: [{ sex: null, from: null, to: null, low: null, high: 6.9 }],
    note: "the doctor's goal",
  });
  for (const [days, hba1c, creatinine, potassium] of [
    [365, "8.4", "92", "4.3"],
    [262, "8.1", "98", "4.4"],
    [167, "7.6", "112", "4.7"],
    [90, "7.1", "121", "5.0"],
    [4, "6.8", "134", "5.4"],
  ] as const)
    await owner.post(`/api/patients/${id}/results`, {
      panel: "chemistry",
      collectedAt: ago(days),
      laboratory: "Chong Hua laboratory",
      values: [
        value("hba1c", hba1c, "%"),
        value("creatinine", creatinine, "µmol/L"),
        value("potassium", potassium, "mmol/L"),
      ],
    });

  const results = await openResults(page, id);
  const row = (name: RegExp) =>
    results.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await results.getByRole("button", { name: "SI", exact: true }).click();
  await expect(row(/^Creatinine/)).toContainText("134 H");
  await expect(row(/^Creatinine/)).toContainText("+13");
  await expect(row(/^Creatinine/)).toContainText("44 to 97 µmol/L");
  await expect(row(/^eGFR/)).toContainText("37 L");
  await expect(row(/^Potassium/)).toContainText("+0.4");
  await results.getByRole("button", { name: "Conventional" }).click();
  await expect(row(/^HbA1c/)).toContainText("6.8−0.3");
  await expect(row(/^HbA1c/)).toContainText("7.1 H");
  await expect(row(/^HbA1c/)).toContainText("up to 6.9 %");
  await expect(row(/^Creatinine/)).toContainText("1.52 H");
  await expectAccessible(page);
  // No sideways scroll at any width.
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

  const dates = results.getByRole("columnheader");
  await expect(dates.filter({ hasText: formatDay(ago(4)) })).toBeVisible();
  await results.getByRole("button", { name: "Earlier dates" }).click();
  await expect(dates.filter({ hasText: formatDay(onPhone() ? ago(167) : ago(365)) })).toBeVisible();
  await results.getByRole("button", { name: "Later dates" }).click();

  await row(/^HbA1c/)
    .getByRole("button")
    .click();
  const dialog = page.getByRole("dialog", { name: "HbA1c" });
  await expect(
    dialog.getByRole("img", { name: /8.4, then 8.1, then 7.6, then 7.1, then 6.8 %/ }),
  ).toBeVisible();
  await expect(dialog.getByRole("listitem").first()).toContainText("the doctor's goal");
  await expectAccessible(page);
});

test("dengue, day 4: a blood count is typed with Tab only, and the platelets fall", async ({ page }) => {
  const clinic = await openClinic(page, {
    patients: [{ patientName: "Abad, Joaquin Luis Fernandez", sex: "M", birthday: "1998-05-20" }],
  });
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  for (const [days, hematocrit, platelets] of [
    [3, "42", "168"],
    [2, "44", "121"],
    [1, "46", "84"],
  ] as const)
    await owner.post(`/api/patients/${id}/results`, {
      panel: "cbc",
      collectedAt: ago(days),
      values: [value("hematocrit", hematocrit), value("platelets", platelets)],
    });
  const results = await openResults(page, id);
  const keys = new Keys(page);
  await button(results, "Enter Results").focus();
  await keys.press("Enter");
  const form = page.getByRole("dialog", { name: "Enter Results" });
  await expect(form.getByLabel("Panel")).toBeFocused();
  await keys.tabTo(form.getByRole("textbox", { name: "Hemoglobin" }));
  const before = keys.pressed;
  const figures = ["15.6", "48", "5.2", "2.9", "38", "52", "8", "1", "1", "0", "31"];
  for (const figure of figures) {
    await keys.type(figure);
    await keys.press("Tab");
  }
  expect(keys.pressed - before, "one key a figure").toBe(figures.length);
  await expect(form.getByText("Critically low, range 150 to 450")).toBeVisible();
  await keys.press("Control+Enter");
  await expect(page.getByText("Results saved")).toBeVisible();
  const platelets = results.getByRole("row").filter({ hasText: "Platelets" });
  await expect(platelets).toContainText(/84 L.*31 L.*critical.*−53/);
  await expect(
    platelets.getByRole("img", {
      name: "Platelets: 168, then 121, then 84, then 31 10³/µL; range 150 to 450 10³/µL",
    }),
  ).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-print=only]").getByText("Abad, Joaquin Luis Fernandez")).toBeVisible();
  await expect(results).toBeHidden();
});

test("impossible values are refused, unusual ones confirmed once, and a mistake is corrected", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: maria, birthday: "1959-03-04" }] });
  const [id = 0] = clinic.patientIds;
  const record = await openRecord(page, id, "results");
  await expect(record.getByText("No results yet")).toBeVisible();
  await button(record, "Enter Results").click();
  const form = page.getByRole("dialog", { name: "Enter Results" });
  await form.getByLabel("Panel").selectOption({ label: "Electrolytes" });
  await form.getByRole("textbox", { name: "Potassium" }).fill("82");
  await form.getByRole("textbox", { name: "Sodium" }).fill("139");
  await button(form, "Save Results").click();
  await expect(form.getByText("Not possible. Enter a value from 0.8 to 15.0 mEq/L")).toBeVisible();
  await form.getByRole("textbox", { name: "Potassium" }).fill("8.2");
  await button(form, "Save Results").click();
  await expect(form.getByText("Potassium 8.2 mEq/L: is this right?")).toBeVisible();
  await button(form, "Save as Typed").click();
  await expect(page.getByText("Results saved")).toBeVisible();
  await expect(record.getByRole("row").filter({ hasText: "Potassium" })).toContainText("8.2 H");

  await button(record, /^Potassium/).click();
  await page.getByRole("button", { name: /^Correct Electrolytes/ }).click();
  const correction = page.getByRole("dialog", { name: "Correct Electrolytes" });
  await correction.getByRole("textbox", { name: "Potassium" }).fill("4.2");
  await button(correction, "Save Correction").click();
  await expect(page.getByText("Results corrected")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Potassium" }).getByText("corrected")).toBeVisible();

  await page.getByRole("button", { name: /^Correct Electrolytes/ }).click();
  await button(correction, "Entered in Error").click();
  await expect(record.getByText("No results yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(record.getByRole("row").filter({ hasText: "Potassium" })).toBeVisible();
});
