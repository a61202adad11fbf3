import { expect, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";

/** A typical list: semicolons, dates and phones in any format, a custom column name, an error. */
const messyList = [
  "PANGALAN;KAARAWAN;KASARIAN;CP #;TIRAHAN;SUKI NG",
  "DELA CRUZ, JUAN MIGUEL S.;03/04/1972;L;0917-555-0123;Brgy. Guadalupe, Cebu City;Dr. Sy",
  "De la Peña, Ma. Consuelo;12/31/1961;Babae;9175550188;Mandaue City;",
  "Bautista, Ligaya;05/12/2062;F;;;",
  ";12/31/1980;M;;;",
  "Ybañez, Mariluz Sarmiento;01/22/1990;F;0917 555 0100;Talisay City;",
  "Ybañez, Marites Sarmiento;01/22/1990;F;;;",
].join("\r\n");

test("the owner imports a list from another program, decides uncertain rows, and undoes the import", {
  tag: "@both",
}, async ({ page }) => {
  const clinic = await openClinic(page, {
    patients: [
      { patientName: "Ybañez, Mariluz Sarmiento", birthday: "1990-01-22", sex: "F", address: undefined },
    ],
  });
  const owner = asOwner(page, clinic.token);
  const addressOfMariluz = async () => (await owner.get(`/api/patients/${clinic.patientIds[0]}`)).address;
  const addressBefore = await addressOfMariluz();
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Import" }).click();

  await test.step("reads the list and maps its columns", async () => {
    await page
      .getByRole("group", { name: "Patient list" })
      .locator("input[type=file]")
      .setInputFiles({
        name: "pasyente 2004-2026.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(messyList),
      });
    await expect(page.getByRole("heading", { name: "pasyente 2004-2026.csv" })).toBeVisible();
    await expect(page.getByLabel("Import KAARAWAN as")).toHaveValue("birthday.month");
    await expect(page.getByLabel("Import SUKI NG as")).toHaveValue("remarks");
    await page.getByLabel("Import SUKI NG as").selectOption({ label: "Referring physician" });
    await page.getByLabel("Fill empty fields").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Check the List" }).press("Enter");
  });

  await test.step("corrects an error in its cell, with the keyboard", async () => {
    await expect(page.getByText("Will be added")).toBeVisible();
    await expectAccessible(page);
    const birthday = page.getByLabel("KAARAWAN of row 4");
    await expect(birthday).toHaveValue("05/12/2062");
    await birthday.fill("05/12/1962");
    await birthday.press("Enter");
    await expect(birthday).toHaveCount(0);
    await expect(page.getByLabel("PANGALAN of row 5")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Skip the Row" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("PANGALAN of row 5")).toHaveCount(0);
  });

  await test.step("decides about a sister with the same birthday", async () => {
    await page.getByLabel("What to do with row 7").selectOption({ label: "Add as another patient" });
    await expect(page.getByLabel("What to do with row 7")).toHaveCount(0);
    await expect(page.getByText(/^Same as/)).toContainText("Ybañez, Mariluz Sarmiento");
  });

  await test.step("imports, and a patient is found by name", async () => {
    await page.getByRole("button", { name: "Import 5 Patients" }).press("Enter");
    await expect(page.getByText(/The import is done/)).toBeVisible();
    await expectAccessible(page);
    const found = await owner.get("/api/patients?search=consuelo");
    expect(found).toMatchObject([
      { patientName: "De la Peña, Ma. Consuelo", birthday: "1961-12-31", contactNumber: "+639175550188" },
    ]);
    await page.goto("/patients?search=ligaya");
    await expect(page.getByText("Bautista, Ligaya").locator("visible=true").first()).toBeVisible();
    expect(await addressOfMariluz()).toBe(addressBefore ?? "Talisay City");
  });

  await test.step("undoes it: existing patients stay as before", async () => {
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Import" }).click();
    await page.getByRole("button", { name: "Open pasyente 2004-2026.csv" }).press("Enter");
    await page.getByRole("button", { name: "Take Back" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Take Back" }).press("Enter");
    await expect(page.getByText("The import was taken back.")).toBeVisible();
    expect(await owner.get("/api/patients")).toMatchObject([{ id: clinic.patientIds[0] }]);
    expect(await addressOfMariluz()).toBe(addressBefore);
  });

  await test.step("imports past consultations from another list", async () => {
    const visits = [
      "NAME,BIRTHDAY,DATE OF VISIT,COMPLAINT,BP,DX",
      '"Ybañez, Mariluz S.",1990-01-22,2019-01-28,Headache for two days,140/90,Hypertension',
      '"Ybañez, Mariluz",,2019-02-25,Follow-up,130/80,Hypertension',
    ];
    await page.getByRole("button", { name: "All lists" }).click();
    await page
      .getByRole("group", { name: "Patient list" })
      .locator("input[type=file]")
      .setInputFiles({ name: "visits.csv", mimeType: "text/csv", buffer: Buffer.from(visits.join("\n")) });
    await expect(page.getByLabel("What the list contains")).toHaveValue("consultations");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Check the List" }).press("Enter");
    await page.getByLabel("What to do with row 3").selectOption({ label: "Add to this patient" });
    await page.getByRole("button", { name: "Import 2 Consultations" }).press("Enter");
    await expect(page.getByText(/The import is done/)).toBeVisible();
    expect(await owner.get(`/api/patients/${clinic.patientIds[0]}/consultations`)).toMatchObject([
      { chiefComplaint: "Follow-up", vitalSigns: { bloodPressure: "130/80" } },
      { chiefComplaint: "Headache for two days", diagnosis: "Hypertension" },
    ]);
  });
});
