import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, openClinic, pressAddPatient } from "#e2e/support/clinic.ts";
import { openRecord, recordOf, toTab } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";

// Patient records: the clinic's own fields, the photo, the warning of a duplicate, the conflict, the forms' rules.

const addDialog = (page: Page) => page.getByRole("dialog", { name: "Add New Patient" });
const editDialog = (page: Page) => page.getByRole("dialog", { name: /^Edit Patient/ });

async function openSingleForm(page: Page): Promise<Locator> {
  await page.goto("/patients?open=add-form");
  const form = addDialog(page);
  await expect(form.getByLabel("Admission number")).not.toHaveValue("");
  return form;
}

test("the owner adds fields, staff must fill them in, and removed ones stay with their patients", {
  tag: "@release",
}, async ({ page }) => {
  test.slow();
  const clinic = await openClinic(page);
  const before = await asOwner(page, clinic.token).post("/api/patients", {
    admissionNo: "E2E-900",
    hospital: "The Hospital at Maayo",
    patientName: "Tan, Rosa",
    sex: "F",
  });

  await test.step("defines three, one of them required, and orders them", async () => {
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Custom Fields" }).click();
    await expect(page.getByText("No custom fields")).toBeVisible();
    await expectAccessible(page);
    const add = async (name: string, type: string, options?: string) => {
      await page.getByRole("button", { name: "Add Field" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add Custom Field" });
      await dialog.getByLabel("Field name").fill(name);
      await dialog.getByLabel("Type").selectOption({ label: type });
      if (options) {
        await dialog.getByLabel("Options").fill(options);
        await expectAccessible(page);
      }
      await dialog.getByRole("button", { name: "Add Field" }).click();
      await expect(page.getByText("Custom field added").first()).toBeVisible();
      await expect(dialog).toHaveCount(0);
    };
    await add("Next booster", "Date");
    await add("Goal, kg.", "Number");
    await add("Blood type", "Choice from a list", "O+\nAB-");
    await page.getByRole("switch", { name: "Required: Blood type" }).click();
    await page.getByRole("button", { name: "Move Blood type up" }).click();
    await page.getByRole("button", { name: "Move Blood type up" }).press("Enter");
    await expect(
      page.getByRole("list", { name: "Custom Fields" }).getByRole("listitem").first(),
    ).toContainText("Blood type");
    await expectAccessible(page);
    // The list updates optimistically; the clinic has the new order a moment later.
    const fields = () => asOwner(page, clinic.token).get("/api/clinic/custom-fields");
    await expect.poll(async () => (await fields())[0].fieldName).toBe("Blood type");
  });

  await test.step("a secretary cannot register a patient without the required one", async () => {
    await comeAsStaff(page, clinic, { permissions: ["view_patients", "add_patients", "edit_patients"] });
    const form = await openSingleForm(page);
    await form.getByLabel("Hospital").selectOption("Mactan Doctors Hospital");
    await form.getByLabel("Patient name").fill("Dela Cruz, Juan");
    await form.getByLabel("Sex").selectOption("M");
    await form.getByLabel("Goal, kg.").fill("1,060.5");
    await form.getByLabel("Next booster").fill("12/24/2026");
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(form.getByText("Blood type is required")).toBeVisible();
    await expect(form.getByLabel("Blood type")).toBeFocused();
    await expectAccessible(page);
    await form.getByLabel("Blood type").selectOption("AB-");
    await form.getByRole("button", { name: "Save Patient" }).click();
    await toTab(page, "Details");
    const details = recordOf(page);
    for (const text of ["AB-", "1060.5", "December 24, 2026"])
      await expect(details.getByText(text, { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a patient registered before is edited without it", async () => {
    await page.goto(`/patients?open=edit&patient=${before.id}`);
    await editDialog(page).getByLabel("Remarks").fill("Moved to Mandaue");
    await editDialog(page).getByRole("button", { name: "Update Patient" }).click();
    await expect(page.getByText("Patient updated successfully")).toBeVisible();
  });

  await test.step("a removed field leaves the forms; its values stay in the details", async () => {
    const owner = asOwner(page, clinic.token);
    const [field] = await owner.get("/api/clinic/custom-fields");
    const removed = await page.request.delete(`/api/clinic/custom-fields/${field.id}`, {
      headers: { authorization: `Bearer ${clinic.token}` },
    });
    expect(await removed.json()).toMatchObject({ isKept: true });
    const [patient] = await owner.get("/api/patients?limit=1");
    await openRecord(page, patient.id, "details");
    await expect(page.getByText("AB- (no longer used)")).toBeVisible();
    const form = await openSingleForm(page);
    await expect(form.getByLabel("Goal, kg.")).toBeVisible();
    await expect(form.getByLabel("Blood type")).toHaveCount(0);
  });
});

test("a patient's photo: reduced, shown everywhere, and a file that is no picture is refused with a message", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: "Uy, Carmela", age: 41 }] });
  const [id] = clinic.patientIds;
  const photo = await sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: "#a33",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(photo.length, "larger than the server takes").toBeGreaterThan(2 * 1024 * 1024);
  await page.goto(`/patients?open=edit&patient=${id}`);
  const form = editDialog(page);
  await form.getByText("More details").click();
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    form.getByLabel("Patient photo").setInputFiles({ name, mimeType, buffer });

  await choose("face.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await expect(form.getByText(/^SVG images are not accepted/)).toBeVisible();
  await expectAccessible(page);
  // It does not lose what was typed, nor block the form afterwards.
  await form.getByLabel("Internal notes").fill("Prefers mornings");
  await choose("face.jpg", "image/jpeg", photo);
  await expect(page.getByText("Photo saved")).toBeVisible();
  await expect(form.getByRole("group", { name: "Photo" }).locator("img")).toHaveAttribute(
    "src",
    new RegExp(`/api/patients/${id}/photo\\?v=`),
  );
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();

  await page.goto("/patients");
  const shown = page.locator(`img[src*="/api/patients/${id}/photo"]`).locator("visible=true").first();
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBe(256);
  await expectAccessible(page);
  const record = await asOwner(page, clinic.token).get(`/api/patients/${id}`);
  expect(record.internalNotes).toBe("Prefers mornings");

  await page.goto(`/patients?open=edit&patient=${id}`);
  await form.getByText("More details").click();
  await form.getByRole("button", { name: "Remove Photo" }).click();
  await expect(page.getByText("Photo removed")).toBeVisible();
  await expect(form.getByRole("group", { name: "Photo" }).locator("img")).toHaveCount(0);
});

const pena = {
  patientName: "De la Peña, Ma. Concepcion",
  birthday: "1959-03-04",
  contactNumber: "09171234567",
};

test("a likely duplicate is shown while the form is filled in, and never blocks it", async ({ page }) => {
  await openClinic(page, { patients: [pena, { patientName: "Tan, Benigno" }] });
  const form = await openSingleForm(page);
  const warning = form.getByRole("list", { name: "Possible duplicate" });

  await test.step("by a name spelled differently and the birthday", async () => {
    await form.getByLabel("Patient name").fill("Delapena, Maria Concepsion");
    await form.getByLabel("Birthday").fill("03/04/1959");
    await expect(warning).toContainText("De la Peña, Ma. Concepcion");
    await expect(warning).toContainText("Same birthday");
    await expectAccessible(page);
  });

  await test.step("opens the record, and Back returns to the form with what was typed", async () => {
    await warning.getByRole("button", { name: /^Open/ }).click();
    const details = recordOf(page);
    await expect(details.getByText("March 4, 1959").first()).toBeAttached();
    await page.goBack();
    await expect(details).toHaveCount(0);
    await form.getByRole("button", { name: "Restore" }).click();
    await expect(form.getByLabel("Patient name")).toHaveValue("Delapena, Maria Concepsion");
  });

  await test.step("somebody else: the card disappears for good, and the patient is saved", async () => {
    await warning.getByRole("button", { name: /not the same person/ }).click();
    await expect(warning).toHaveCount(0);
    await form.getByLabel("Patient name").fill("Delapena, Maria Concepcion");
    await form.getByLabel("Hospital").selectOption("Mactan Doctors Hospital");
    await form.getByLabel("Sex").selectOption("F");
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(page.getByText("Patient added successfully")).toBeVisible();
  });
});

test("the wizard warns by phone number; a user who may only add patients sees no record", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [pena] });
  await page.goto("/patients?open=add-steps");
  const wizard = page.getByRole("dialog", { name: "Add Patient", exact: true });
  await wizard.getByLabel("Contact number").fill("+63 917 123 4567");
  await expect(wizard.getByText("Same phone")).toBeVisible();

  await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
  await page.goto("/patients");
  await page.getByLabel("Patient name").fill("Dela Peña, Maria Concepcion");
  await expect(page.getByText("Ask a colleague who may see patients.")).toBeVisible();
  await expect(page.getByText("D••• l••• P•••, M•••. C•••", { exact: true })).toBeVisible();
  await expect(page.getByText("Ma. Concepcion")).toHaveCount(0);
  const warning = page.getByRole("list", { name: "Possible duplicate" });
  await expect(warning.getByRole("button", { name: /^Open/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("two desks edit one patient: the second sees both values and chooses, and nothing is lost", {
  tag: "@both",
}, async ({ page, browser, baseURL }) => {
  test.slow();
  const clinic = await openClinic(page, {
    patients: [{ patientName: "Yu, Teodora", age: 60, amount: "100", allergies: "none known" }],
  });
  const [id] = clinic.patientIds;
  const address = `/patients?open=edit&patient=${id}`;
  await page.goto(address);
  await editDialog(page)
    .getByLabel("Remarks")
    .fill(`Typed at the first desk${" and long".repeat(120)}`);

  const second = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: page.viewportSize(),
    storageState: await page.context().storageState(),
    reducedMotion: "reduce",
  });
  const other = await second.newPage();
  await other.goto(address);
  await editDialog(other).getByLabel("Remarks").fill("Typed at the second desk");
  await editDialog(other).getByLabel("Amount").fill("2500");
  await editDialog(other).getByLabel("Allergies").fill("penicillin");

  await editDialog(page).getByLabel("Amount").fill("1800");
  await editDialog(page).getByLabel("Pre-op diagnosis").fill("Gallstones");
  await editDialog(page).getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();

  await editDialog(other).getByRole("button", { name: "Update Patient" }).click();
  const form = editDialog(other);
  await expect(
    form.getByText(/Someone else changed this patient at .* Your changes aren't saved yet/),
  ).toBeVisible();
  await expect(form.getByText("shown below as it is now: Pre-op diagnosis")).toBeVisible();
  const remarks = form.getByRole("group", { name: "Remarks" });
  const [mine, theirs] = [
    await remarks.getByText("Typed at the second desk").boundingBox(),
    await remarks.getByText("Typed at the first desk").boundingBox(),
  ];
  if (!onPhone()) expect(mine?.y).toBe(theirs?.y);
  else expect(theirs?.y ?? 0).toBeGreaterThan(mine?.y ?? 0);
  await expectAccessible(other);
  await form
    .getByRole("group", { name: "Amount" })
    .getByLabel(/^Take theirs/)
    .check();
  await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("1,800.00");
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(other.getByText("Patient updated successfully")).toBeVisible();

  const record = await asOwner(page, clinic.token).get(`/api/patients/${id}`);
  expect(record).toMatchObject({
    remarks: "Typed at the second desk",
    amount: "1800.00",
    allergies: "penicillin",
    preopDiagnosis: "Gallstones",
  });
  await second.close();
});

test("the forms offer their own hospitals first, then the rest, then Other", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: "Sy, Ana", hospital: "Sacred Heart" }] });
  const namesOf = (select: Locator) => select.locator("option").allTextContents();
  const single = await namesOf((await openSingleForm(page)).getByLabel("Hospital"));
  expect(single.slice(0, 2)).toEqual(["Select hospital", "Cebu Doctors' University Hospital"]);
  expect(single.indexOf("St. Luke's Medical Center")).toBe(13);
  expect(single).toHaveLength(23);
  expect(single.at(-1)).toBe("Other");

  await page.goto(`/patients?open=edit&patient=${clinic.patientIds[0]}`);
  const edited = editDialog(page).getByLabel("Hospital");
  await expect(edited).toHaveValue("Sacred Heart");
  expect(await namesOf(edited)).toHaveLength(24);
});

test("a whole admission by steps: the head goes back, the last step says what it registers", {
  tag: "@release",
}, async ({ page }) => {
  await openClinic(page);
  await page.goto("/patients");
  await pressAddPatient(page);
  await addDialog(page).getByRole("button", { name: "Step by step" }).click();
  const wizard = page.getByRole("dialog", { name: "Add Patient", exact: true });
  const head = wizard.getByRole("navigation", { name: "Add Patient" });
  await expect(wizard.getByRole("button", { name: "Previous" })).toBeDisabled();
  for (const later of ["Hospital Details", "Medical Information", "Payment & Final"])
    await expect(head.getByRole("button", { name: later })).toBeDisabled();
  await wizard.getByLabel("Patient name").fill("Lim, Aurelio");
  await wizard.getByLabel("Age").fill("54");
  await wizard.getByLabel("Sex").selectOption("M");
  // Enter continues, as it submits a form with one step.
  await wizard.getByLabel("Age").press("Enter");
  const hospitals = await wizard.getByLabel("Hospital").locator("option").allTextContents();
  expect(hospitals.indexOf("Lung Center of the Philippines")).toBe(10);
  expect(hospitals).toHaveLength(23);
  await wizard.getByLabel("Hospital").selectOption("Philippine Heart Center");
  await wizard.getByLabel("Room number").fill("304");
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByText("Step 4 of 4")).toBeVisible();
  await expect(wizard.getByRole("progressbar", { name: /Add Patient/ })).toHaveAttribute(
    "aria-valuenow",
    "100",
  );
  const review = wizard.getByRole("region", { name: "Review" });
  for (const text of [
    "Lim, Aurelio",
    "54 / M",
    "Philippine Heart Center",
    "304",
    "be registered as Admitted",
  ])
    await expect(review).toContainText(text);
  await head.getByRole("button", { name: "Patient Information" }).click();
  await expect(wizard.getByText("Step 1 of 4")).toBeVisible();
  await head.getByRole("button", { name: "Payment & Final" }).click();
  await wizard.getByRole("button", { name: "Add Patient", exact: true }).click();
  await expect(page.getByText("Patient added successfully")).toBeVisible();
  await expect(recordOf(page).getByText("Admitted").first()).toBeVisible();
});

test("an appointment for today puts a patient who was seen on today's list", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: "Go, Marcelina", age: 30 }] });
  const [id] = clinic.patientIds;
  await asOwner(page, clinic.token).patch(`/api/patients/${id}/complete-consultation`);
  await page.goto("/consults");
  await expect(page.getByText("Go, Marcelina")).toHaveCount(0);
  await page.goto(`/patients?open=edit&patient=${id}`);
  const form = editDialog(page);
  await form.getByText("More details").click();
  const manila = new Date(Date.now() + 8 * 3_600_000).toISOString();
  await form
    .getByLabel("Appointment day")
    .fill(`${manila.slice(5, 7)}/${manila.slice(8, 10)}/${manila.slice(0, 4)}`);
  await form.getByLabel("Appointment time").fill("16:45");
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
  await page.goto("/consults");
  await page.getByRole("button", { name: "Show booked for later" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Go, Marcelina" })).toContainText("4:45 PM");
});
