import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, openClinic, pressAddPatient } from "#e2e/support/clinic.ts";
import { follow, watchRequests } from "#e2e/support/settled.ts";
import { recordAddress, recordTabs } from "#shared/record-address.ts";

// axe: no violation on any screen and dialog, filled, empty and with errors, at both widths. The page never scrolls sideways.

const longest = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

async function aClinicAtWork(page: Page) {
  const clinic = await openClinic(page, {
    patients: [
      { patientName: "Abad, Joaquin Luis Fernandez", sex: "M", birthday: "2026-04-02", amount: "900.00" },
      {
        patientName: longest,
        birthday: "1959-03-04",
        allergies: "penicillin, iodinated contrast",
        admissionStatus: "Admitted",
        roomNumber: "512-B",
        dateOfAdmission: "2026-11-18",
        amount: "48250.00",
        paymentStatus: "Overdue",
        preopDiagnosis: "Hypertensive heart disease with congestive heart failure, NYHA class II",
        contactNumber: "09175550148",
      },
    ],
  });
  const [id] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await owner.post("/api/consultations", {
    patientId: id,
    chiefComplaint: "Shortness of breath",
    vitalSigns: {
      bloodPressure: "152/92",
      temperature: 36.9,
      pulse: 86,
      respiratoryRate: 22,
      oxygenSaturation: 94,
      weight: 69.4,
      height: 156,
    },
    diagnosis: "Heart failure",
    treatment: "Furosemide",
  });
  await owner.post(`/api/patients/${id}/prescription`, {
    physicianName: "Rafael Peñaflor, MD",
    physicianLicense: "0098412",
    medications: [
      {
        name: "furosemide",
        brandName: "Lasix",
        strength: "20 mg",
        form: "tablet",
        quantity: "30",
        dosage: "1 tab",
        frequency: "OD",
        duration: "30 days",
      },
    ],
  });
  return { ...clinic, id };
}

test("every page, signed out", { tag: ["@both", "@release"] }, async ({ page }) => {
  for (const [name, address, heading] of [
    ["landing", "/", /./],
    ["auth page", "/dashboard", "Login"],
    ["token login", "/token-login", /./],
    ["admin login", "/admin-login", /./],
    ["staff login", "/staff-login", /./],
    ["privacy", "/privacy", /Privacy/],
    ["an unknown address", "/no-such-page", "Page Not Found"],
  ] as const)
    await test.step(name, async () => {
      await page.goto(address);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    });
  await test.step("the API page", async () => {
    await page.goto("/api/docs");
    await expectAccessible(page);
  });
});

test("a clinic's first evening: every page with nothing in it, and its settings refused", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  await openClinic(page);
  const settled = watchRequests(page);
  await page.goto("/change-password");
  for (const [heading, address] of [
    ["Dashboard", "/dashboard"],
    ["Patient Management (Role-Based)", "/patients"],
    ["Today's Consultations", "/consults"],
    ["Archived Patients", "/archive"],
    ["Hospital Admissions", "/admissions"],
    ["Analytics & Reports", "/reports"],
    ["Shared with Me", "/shared"],
    ["Task Management", "/tasks"],
    ["User Management", "/staff"],
    ["Merge Patients", "/merge"],
    ["Clinic Settings", "/settings"],
  ] as const)
    await test.step(address, async () => {
      await follow(page, address);
      await expect(page.getByRole("heading", { name: heading, exact: true, level: 1 })).toBeVisible();
      await settled();
      await expectAccessible(page);
    });
  await test.step("settings, refused", async () => {
    for (const label of ["Clinic name", "Subdomain", "Last name", "License number"])
      await page.getByLabel(label).fill("");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Four fields need attention")).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("a clinic at work", () => {
  const ready = async (page: Page) => {
    await expect(page.getByText(longest).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  };

  test("every page, and failed requests", { tag: ["@both", "@release"] }, async ({ page }) => {
    await aClinicAtWork(page);
    const settled = watchRequests(page);
    await page.goto("/change-password");
    for (const [heading, address, text] of [
      ["Dashboard", "/dashboard", longest],
      ["Patient Management (Role-Based)", "/patients", longest],
      ["Today's Consultations", "/consults", longest],
      ["Hospital Admissions", "/admissions", longest],
      ["Analytics & Reports", "/reports", "6-Month Trend"],
    ] as const)
      await test.step(address, async () => {
        await follow(page, address);
        await expect(page.getByRole("heading", { name: heading, exact: true, level: 1 })).toBeVisible();
        await expect(page.getByText(text).first()).toBeVisible();
        await settled();
        await expectAccessible(page);
      });
    await page.route(/\/api\/(reports\/|patients\?)/, (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "x", reference: "r-1" } }),
    );
    for (const [name, address] of [
      ["analytics that cannot be read", "/reports?period=year"],
      ["a list that cannot be read", "/patients"],
    ] as const)
      await test.step(name, async () => {
        await page.goto(address);
        await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
        await expectAccessible(page);
      });
  });

  /** Opens each dialog of the patient, and checks it. */
  async function expectDialogsAccessible(page: Page, dialogs: readonly (readonly [string, string])[]) {
    const { id } = await aClinicAtWork(page);
    const settled = watchRequests(page);
    const dialog = page.getByRole("dialog");
    await page.goto("/patients");
    await ready(page);
    for (const [name, open] of dialogs)
      await test.step(name, async () => {
        await follow(page, "/patients");
        await expect(dialog).toHaveCount(0);
        await follow(page, `/patients?open=${open}&patient=${id}`);
        await expect(dialog).toBeVisible();
        await expect(dialog.getByText(open === "edit" ? /E2E-002/ : longest).first()).toBeVisible();
        await settled();
        await expectAccessible(page);
      });
  }

  test("a patient's record at each of its tabs", { tag: ["@both", "@release"] }, async ({ page }) => {
    const { id } = await aClinicAtWork(page);
    const settled = watchRequests(page);
    await page.goto("/patients");
    await ready(page);
    for (const tab of recordTabs)
      await test.step(tab, async () => {
        await follow(page, recordAddress(id ?? 0, tab));
        await expect(page.getByRole("heading", { name: longest, level: 1 })).toBeVisible();
        await settled();
        await expectAccessible(page);
        if (tab !== "details") return;
        await page.getByRole("button", { name: "All Readings" }).click();
        await expect(page.getByText("Showing 1 of 1")).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
      });
  });

  test("the dialogs of a visit", { tag: ["@both", "@release"] }, ({ page }) =>
    expectDialogsAccessible(page, [
      ["vital signs", "vitals"],
      ["consultation wizard", "consultation"],
      ["history checklist", "checklist"],
      ["consultation history", "history"],
      ["prescription", "prescription"],
    ]),
  );

  test("the other dialogs of a patient", { tag: ["@both", "@release"] }, ({ page }) =>
    expectDialogsAccessible(page, [
      ["edit", "edit"],
      ["certificate", "certificate"],
      ["laboratory request", "laboratory-request"],
      ["refer patient", "refer"],
      ["the patient's copy", "copy"],
    ]),
  );

  test("the checklist answered, a consultation with an addendum, a full history written", {
    tag: ["@both", "@release"],
  }, async ({ page }) => {
    const { id, token } = await aClinicAtWork(page);
    const owner = asOwner(page, token);
    const [visit] = await owner.get(`/api/patients/${id}/consultations`);
    await owner.post(`/api/consultations/${visit.id}/addenda`, { text: "BNP 480, from the laboratory." });
    await page.goto(`/patients?open=checklist&patient=${id}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Consultation History Checklist" }).click();
    await expect(dialog.getByText("Chief complaint is required")).toBeVisible();
    await dialog.getByRole("group", { name: "Fever" }).getByRole("radio", { name: "Yes" }).check();
    await expectAccessible(page);
    await page.goto(`/patients?open=history&patient=${id}`);
    await page.getByRole("button", { name: /^View More/ }).click();
    const details = page.getByRole("dialog", { name: "Consultation Details" });
    await expect(details.getByText("BNP 480, from the laboratory.")).toBeVisible();
    await page.getByRole("button", { name: "Add Addendum" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Start Full History" }).click();
    await page.getByLabel("Chief complaint").fill("Shortness of breath");
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await expectAccessible(page);
  });

  test("a prescription against an allergy, and the favorites over it", {
    tag: ["@both", "@release"],
  }, async ({ page }) => {
    const { id, token } = await aClinicAtWork(page);
    await asOwner(page, token).post("/api/prescription-favourites", {
      name: "Throat",
      medications: [{ name: "amoxicillin", dosage: "1 cap", frequency: "TID", duration: "7 days" }],
    });
    await page.goto(`/patients?open=prescription&patient=${id}`);
    await page.getByRole("button", { name: "Favorites" }).click();
    await expect(page.getByRole("button", { name: /^Throat/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Throat/ }).click();
    await expect(page.getByText("Allergy on record: penicillin")).toBeVisible();
    await page.getByRole("button", { name: "Save Prescription" }).click();
    await expect(page.getByText("Enter a reason for prescribing despite the allergy")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Favorites" }).click();
    await page.getByRole("button", { name: "Save as Favorite" }).click();
    await expect(page.getByRole("dialog", { name: "Save as Favorite" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the walk-in form and the single one, empty and refused, and the four steps of the wizard", {
    tag: ["@both", "@release"],
  }, async ({ page }) => {
    await aClinicAtWork(page);
    await page.goto("/patients");
    await ready(page);
    await pressAddPatient(page);
    const form = page.getByRole("dialog", { name: "Add New Patient" });
    await expect(form.getByLabel("Patient name")).toBeFocused();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(form.getByText("Patient name is required").first()).toBeVisible();
    await expectAccessible(page);
    await form.getByRole("button", { name: "All fields" }).click();
    await expect(form.getByLabel("Admission number")).not.toHaveValue("");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(form.getByText("Hospital is required").first()).toBeVisible();
    await expectAccessible(page);
    await page.goto("/patients?open=add-steps");
    const wizard = page.getByRole("dialog", { name: "Add Patient" });
    await wizard.getByLabel("Patient name").fill("Nuñez, Althea Marie Cabahug");
    await wizard.getByLabel("Age").fill("8");
    await wizard.getByLabel("Sex").selectOption("F");
    await expectAccessible(page);
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByLabel("Hospital").selectOption({ index: 1 });
    await expectAccessible(page);
    await wizard.getByRole("button", { name: "Next" }).click();
    await expectAccessible(page);
    await wizard.getByRole("button", { name: "Next" }).click();
    await expect(wizard.getByRole("button", { name: "Add Patient" })).toBeVisible();
    await expectAccessible(page);
  });
});
