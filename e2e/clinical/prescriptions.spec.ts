import { expect, type Page, test } from "@playwright/test";
import { asOwner, type ClinicAtWork, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { bytesOf } from "#e2e/support/downloads.ts";
import { openRecord } from "#e2e/support/record.ts";
import { pagesOf } from "#test/pdf-text.ts";

// Not covered by the main job: repeating, favorites, allergies, dangerous drugs, papers, release, polling.

const maria = {
  patientName: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
  birthday: "1959-03-04",
  address: "14 Sikatuna St., Brgy. Zapatera, Cebu City",
  allergies: "penicillin",
};

const medicine = (name: string, more: object = {}) => ({
  name,
  strength: "20 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD",
  duration: "30 days",
  ...more,
});
const three = [
  medicine("furosemide", { brandName: "Lasix" }),
  medicine("bisoprolol", { brandName: "Concor" }),
  medicine("atorvastatin", { frequency: "HS" }),
];
const doctor = { physicianName: "Rafael Peñaflor, MD", physicianLicense: "0098412" };

async function atWork(page: Page, prescribed: object[] = []): Promise<ClinicAtWork & { id: number }> {
  const clinic = await openClinic(page, { patients: [maria] });
  const id = clinic.patientIds[0] ?? 0;
  if (prescribed.length > 0)
    await asOwner(page, clinic.token).post(`/api/patients/${id}/prescription`, {
      ...doctor,
      medications: prescribed,
    });
  return { ...clinic, id };
}

const formOf = (page: Page) => page.getByRole("dialog", { name: "Generate Prescription" });
const openForm = async (page: Page, id: number) => {
  await page.goto(`/patients?open=prescription&patient=${id}`);
  await expect(formOf(page).getByLabel("Medication name")).toBeVisible();
};

async function write(page: Page, name: string, more: Record<string, string> = {}) {
  const form = formOf(page);
  const all = { "Medication name": name, SIG: "1 tab", Frequency: "HS", Duration: "21 days", ...more };
  for (const [label, text] of Object.entries(all))
    await form.getByLabel(label, { exact: false }).first().fill(text);
}

test("repeats the last prescription with three keys", { tag: "@release" }, async ({ page }) => {
  const { id, token } = await atWork(page, three);
  await page.goto("/patients");
  const card = page.getByRole("button", { name: new RegExp(maria.patientName) }).first();
  await expect(card).toBeVisible();
  await card.focus();
  await page.keyboard.press("r");
  await expect(formOf(page).getByRole("button", { name: /^Repeat last/ })).toBeVisible();
  await page.keyboard.press("Alt+r");
  await expect(formOf(page).getByLabel("Medication name").first()).not.toHaveValue("");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Prescription saved successfully")).toBeVisible();
  const saved = await asOwner(page, token).get(`/api/patients/${id}/prescriptions`);
  expect(saved).toHaveLength(2);
  expect(saved[0].medications).toEqual(saved[1].medications);
});

test("saves a favorite, and inserts it with two keys", { tag: "@release" }, async ({ page }) => {
  const { id } = await atWork(page);
  await openForm(page, id);
  await write(page, "losartan", { Strength: "50 mg", Frequency: "OD" });
  await page.getByRole("button", { name: "Save medicine 1 as a favorite" }).click();
  const naming = page.getByRole("dialog", { name: "Save as Favorite" });
  await expect(naming.getByLabel("Name")).toHaveValue("losartan 50 mg");
  await naming.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Favorite saved")).toBeVisible();
  await expect(naming).toHaveCount(0);
  await page.reload();
  // A draft may be offered; the fields are empty.
  await expect(formOf(page).getByLabel("Medication name")).toHaveValue("");
  await page.keyboard.press("Alt+f");
  await expect(
    page.getByRole("dialog", { name: "Favorites" }).getByText("losartan 50 mg").first(),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(formOf(page).getByLabel("Strength")).toHaveValue("50 mg");
  await expect(formOf(page).getByLabel("Duration")).toHaveValue("21 days");
});

test("warns of a recorded allergy, asks for a reason, and records it", { tag: "@release" }, async ({
  page,
}) => {
  const { id } = await atWork(page);
  await openForm(page, id);
  await write(page, "amoxicillin");
  await expect(formOf(page).getByText("Allergy on record: penicillin")).toBeVisible();
  await expect(formOf(page).getByText("Allergy: Amoxicillin is a penicillin")).toBeVisible();
  await page.getByRole("button", { name: "Save Prescription" }).click();
  await expect(page.getByText("Enter a reason for prescribing despite the allergy")).toBeVisible();
  await formOf(page).getByLabel("Reason to prescribe anyway").fill("Tolerated since 2019");
  await page.getByRole("button", { name: "Save Prescription" }).click();
  await expect(page.getByText("Prescription saved successfully")).toBeVisible();
  await openRecord(page, id, "files");
  await page.getByRole("tab", { name: /Prescriptions/ }).click();
  await page.getByRole("button", { name: /^View Details/ }).click();
  await expect(page.getByText("Tolerated since 2019")).toBeVisible();
});

test("a dangerous drug: refused without S2, alone on its sheet, yellow form, then three copies", {
  tag: "@release",
}, async ({ page }) => {
  const { id, token } = await atWork(page);
  await openForm(page, id);
  await write(page, "diazepam", { Quantity: "21" });
  await page.getByRole("button", { name: "Save Prescription" }).click();
  await expect(
    formOf(page)
      .getByText(/Enter your S2 number/)
      .first(),
  ).toBeVisible();
  await formOf(page).getByLabel("S2 number").fill("S2-1234");
  await expect(
    formOf(page)
      .getByText(/Use the DOH yellow form.*twenty-one \(21\), no refill/)
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Download PDF" }).click();
  await expect(page.getByText(/Use the DOH yellow form/).last()).toBeVisible();
  expect(await asOwner(page, token).get(`/api/patients/${id}/prescriptions`)).toEqual([]);
  await page.getByRole("button", { name: "Add Medication" }).click();
  // On a phone a collapsed medicine shows its error in one line.
  const alone = formOf(page).getByText(/It must be on its own prescription|Fix the errors here/);
  await expect(alone.locator("visible=true").first()).toBeVisible();

  // The owner allows ordinary paper, with its last day.
  await page.goto("/settings");
  const nextYear = new Date().getFullYear() + 1;
  await page.getByLabel("Dangerous drugs on ordinary paper until").fill(`06/30/${nextYear}`);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Settings Updated")).toBeVisible();
  await openForm(page, id);
  await write(page, "diazepam", { Quantity: "21" });
  await formOf(page).getByLabel("S2 number").fill("S2-1234");
  await expect(formOf(page).getByText("3 pages")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  const pages = await pagesOf(await bytesOf(download));
  expect(pages).toHaveLength(3);
  for (const [index, copy] of ["Pharmacy's copy", "Patient's copy", "Doctor's copy"].entries())
    for (const words of [copy, "twenty-one (21)", "NO REFILL", "S2 No. S2-1234"])
      expect(pages[index]).toContain(words);
});

test("the page on the screen and the PDF have the same text, on each paper", { tag: "@release" }, async ({
  page,
}) => {
  test.slow();
  const { id } = await atWork(page, [
    ...three,
    ...["metformin", "clopidogrel", "losartan", "amlodipine", "omeprazole"].map((name) => medicine(name)),
  ]);
  const squeeze = (text: string | null) => (text ?? "").replace(/\s+/g, "");
  for (const paper of ["A5", "half-letter", "A4"]) {
    await openForm(page, id);
    await formOf(page)
      .getByRole("button", { name: /^Repeat last/ })
      .click();
    await formOf(page).getByLabel("Paper").selectOption(paper);
    await page.getByRole("button", { name: "Save Prescription" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    const pages = await pagesOf(await bytesOf(download));
    const shown = formOf(page).getByRole("group", { name: /^Prescription, page/ });
    await expect(shown).toHaveCount(pages.length);
    for (const [index, text] of pages.entries()) {
      const onScreen = [...squeeze(await shown.nth(index).textContent())].sort().join("");
      expect([...squeeze(text)].sort().join(""), `${paper}, page ${index + 1}`).toBe(onScreen);
    }
  }
});

test("staff prepare, the owner releases, then it prints", { tag: "@both" }, async ({ page }) => {
  const { id, ...clinic } = await atWork(page);
  const staff = await comeAsStaff(page, clinic);
  await openForm(page, id);
  await formOf(page).getByRole("button", { name: "Change", exact: true }).click();
  await write(page, "losartan", { "Physician name": "Rafael Peñaflor, MD", "License number": "0098412" });
  await expect(page.getByText(/The doctor must release it before it can be printed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Save Prescription" }).click();
  await expect(page.getByText("Saved, awaiting release")).toBeVisible();
  const [prepared] = await asOwner(page, staff.token).get(`/api/patients/${id}/prescriptions`);
  const address = `/api/patients/${id}/prescriptions/${prepared.id}.pdf`;
  const early = await page.request.get(address, { headers: { authorization: `Bearer ${staff.token}` } });
  expect([early.status(), (await early.json()).code]).toEqual([409, "awaiting_release"]);
  await signIn(page, clinic.email);
  await openRecord(page, id, "files");
  await page.getByRole("tab", { name: /Prescriptions/ }).click();
  await page.getByRole("button", { name: /^Release the prescription/ }).click();
  await expect(page.getByText("Prescription released")).toBeVisible();
  await page.getByRole("button", { name: /^View Details/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect(await pagesOf(await bytesOf(download))).toHaveLength(1);
});

test("the list is polled every five seconds, an unchanged response has no body, and a new one appears", {
  tag: "@release",
}, async ({ page }) => {
  const { id, token } = await atWork(page, three);
  await page.clock.install();
  await openRecord(page, id, "files");
  await page.getByRole("tab", { name: /Prescriptions/ }).click();
  await expect(page.getByRole("button", { name: /^View Details/ })).toHaveCount(1);
  const isList = (address: string) => address.includes(`/api/patients/${id}/prescriptions?`);
  const unchanged = page.waitForResponse((answer) => isList(answer.url()) && answer.status() === 304);
  await page.clock.runFor(5000);
  expect((await (await unchanged).allHeaders()).etag).toBeTruthy();
  await asOwner(page, token).post(`/api/patients/${id}/prescription`, { ...doctor, medications: three });
  await page.clock.runFor(5000);
  await expect(page.getByRole("button", { name: /^View Details/ })).toHaveCount(2);
});
