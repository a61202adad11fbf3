import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { asOwner, openClinic, pressAddPatient } from "./clinic.ts";

// axe: 0 on every screen and dialog, filled, empty and with errors, at both widths. The page never scrolls sideways.

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`),
  ).toEqual([]);
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow, "pixels of sideways scrolling").toBeLessThanOrEqual(0);
}

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

test.describe("signed out", () => {
  for (const [name, address, heading] of [
    ["landing", "/", /./],
    ["auth page", "/dashboard", "Login"],
    ["token login", "/token-login", /./],
    ["admin login", "/admin-login", /./],
    ["staff login", "/staff-login", /./],
    ["privacy", "/privacy", /Privacy/],
    ["an unknown address", "/no-such-page", "Page Not Found"],
  ] as const) {
    test(name, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    });
  }

  test("the API page", async ({ page }) => {
    await page.goto("/api/docs");
    await expectAccessible(page);
  });
});

test.describe("a clinic's first evening", () => {
  for (const [name, address] of [
    ["dashboard", "/dashboard"],
    ["patients", "/patients"],
    ["today", "/consults"],
    ["archive", "/archive"],
    ["settings", "/settings"],
  ] as const) {
    test(`${name} with nothing in it`, async ({ page }) => {
      await openClinic(page);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    });
  }
});

test.describe("a clinic at work", () => {
  const ready = async (page: Page) => {
    await expect(page.getByText(longest).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  };

  for (const [name, address] of [
    ["dashboard", "/dashboard"],
    ["patients", "/patients"],
    ["today", "/consults"],
  ] as const) {
    test(name, async ({ page }) => {
      await aClinicAtWork(page);
      await page.goto(address);
      await ready(page);
      await expectAccessible(page);
    });
  }

  for (const [name, open] of [
    ["patient details", "details"],
    ["edit", "edit"],
    ["vital signs", "vitals"],
    ["consultation wizard", "consultation"],
    ["prescription", "prescription"],
  ] as const) {
    test(`${name} dialog`, async ({ page }) => {
      const { id } = await aClinicAtWork(page);
      await page.goto(`/patients?open=${open}&patient=${id}`);
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(open === "edit" ? /E2E-002/ : longest).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    });
  }

  test("the single form, empty and refused", async ({ page }) => {
    await aClinicAtWork(page);
    await page.goto("/patients");
    await ready(page);
    await pressAddPatient(page);
    const form = page.getByRole("dialog", { name: "Add New Patient" });
    await expect(form.getByLabel("Admission number")).not.toHaveValue("");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(form.getByText("Patient name is required").first()).toBeVisible();
    await expectAccessible(page);
  });

  test("the clinic's settings, refused", async ({ page }) => {
    await openClinic(page);
    await page.goto("/settings");
    for (const label of ["Clinic name", "Subdomain", "Last name", "License number"])
      await page.getByLabel(label).fill("");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Four fields need attention")).toBeVisible();
    await expectAccessible(page);
  });

  test("the four steps of the wizard", async ({ page }) => {
    await aClinicAtWork(page);
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

  test("a suspended clinic's cover", async ({ page }) => {
    await aClinicAtWork(page);
    await page.route("**/api/auth/me", (route) =>
      route.fulfill({
        status: 403,
        json: {
          code: "clinic_suspended",
          message: "Suspended",
          suspended: true,
          clinic: { name: "Peñaflor Heart Clinic", subscriptionStatus: "suspended", isActive: true },
        },
      }),
    );
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Account Suspended" })).toBeVisible();
    await expectAccessible(page);
  });

  test("a list that cannot be read", async ({ page }) => {
    await aClinicAtWork(page);
    await page.route("**/api/patients?**", (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "x", reference: "r-1" } }),
    );
    await page.goto("/patients");
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    await expectAccessible(page);
  });
});
