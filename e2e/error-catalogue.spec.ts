import { expect, type Locator, type Page, test } from "@playwright/test";
import { asOwner, openClinic } from "./clinic.ts";

// Section 8 of the specification: each situation happens, first failing and then succeeding, and says its words.

const name = "Ybañez, Mariluz Sarmiento";

type Situation = {
  what: string;
  /** The call that fails first. */
  call: { method: string; path: RegExp };
  /** Brings the page to where the act is pressed; answers what presses it. */
  stand: (page: Page, id: number, owner: ReturnType<typeof asOwner>) => Promise<() => Promise<void>>;
  failure: { title: string; text: string };
  success: readonly string[];
};

const dialog = (page: Page, named: string | RegExp) => page.getByRole("dialog", { name: named });
const press = (within: Page | Locator, button: string | RegExp) => () =>
  within.getByRole("button", { name: button }).click();

/** From the card's menu in the list. */
const menuItem = (page: Page, item: string) => async () => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

async function aNewPatient(page: Page) {
  await page.goto("/patients?open=add");
  const form = dialog(page, "Add New Patient");
  await expect(form.getByLabel("Admission number")).not.toHaveValue("");
  await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  return form;
}

async function aPrescription(page: Page, id: number) {
  await page.goto(`/patients?open=prescription&patient=${id}`);
  const form = dialog(page, "Generate Prescription");
  await form.getByLabel("Medication name").fill("amlodipine");
  await form.getByLabel("SIG").fill("1 tab");
  await form.getByLabel("Frequency").fill("OD");
  await form.getByLabel("Duration").fill("30 days");
  return form;
}

const situations: readonly Situation[] = [
  {
    what: "Patient update",
    call: { method: "PATCH", path: /\/api\/patients\/\d+$/ },
    stand: async (page, id) => {
      await page.goto(`/patients?open=edit&patient=${id}`);
      const form = dialog(page, /Edit Patient/);
      await form.getByLabel("Remarks").fill("Prefers mornings");
      return press(form, "Update Patient");
    },
    failure: { title: "Error", text: "Failed to update patient" },
    success: ["Success", "Patient updated successfully"],
  },
  {
    what: "Patient add",
    call: { method: "POST", path: /\/api\/patients$/ },
    stand: async (page) => press(await aNewPatient(page), "Save Patient"),
    failure: { title: "Error", text: "Failed to add patient" },
    success: ["Patient added successfully"],
  },
  {
    what: "Patient add, with vital signs",
    call: { method: "POST", path: /\/api\/patients$/ },
    stand: async (page) => {
      const form = await aNewPatient(page);
      await form.getByLabel("Blood pressure").fill("118/76");
      return press(form, "Save Patient");
    },
    failure: { title: "Error", text: "Failed to add patient" },
    success: ["Patient added successfully with vital signs recorded"],
  },
  {
    what: "Prescription save",
    call: { method: "POST", path: /\/prescription$/ },
    stand: async (page, id) => press(await aPrescription(page, id), "Save Prescription"),
    failure: { title: "Error", text: "Failed to save prescription" },
    success: ["Prescription saved successfully"],
  },
  {
    what: "Prescription PDF",
    call: { method: "GET", path: /\/prescriptions\/\d+\.pdf/ },
    stand: async (page, id) => press(await aPrescription(page, id), "Download PDF"),
    failure: { title: "Error", text: "Failed to generate prescription" },
    success: ["Prescription generated and downloaded successfully"],
  },
  {
    what: "Vitals",
    call: { method: "POST", path: /\/api\/patients\/\d+\/consultation$/ },
    stand: async (page, id) => {
      await page.goto(`/patients?open=vitals&patient=${id}`);
      const form = dialog(page, "Record Vital Signs");
      await form.getByLabel("Pulse").fill("78");
      return press(form, "Record Vital Signs");
    },
    failure: { title: "Error", text: "Failed to record vital signs" },
    success: ["Vital signs recorded successfully"],
  },
  {
    what: "Consultation (quick)",
    call: { method: "POST", path: /\/api\/consultations$/ },
    stand: async (page, id) => {
      await page.goto(`/patients?open=checklist&patient=${id}`);
      const form = dialog(page, "Consultation History Checklist");
      await form.getByLabel(/Chief complaint/).fill("Fever since Tuesday");
      return press(form, "Consultation History Checklist");
    },
    failure: { title: "Error", text: "Failed to add consultation" },
    success: ["Consultation record added successfully"],
  },
  {
    what: "Consultation (wizard)",
    call: { method: "POST", path: /\/api\/consultations$/ },
    stand: async (page, id) => {
      await page.goto(`/patients?open=consultation&patient=${id}`);
      const form = dialog(page, name);
      await form.getByLabel(/Chief complaint/).fill("Shortness of breath");
      await form.getByRole("button", { name: "Next Step" }).click();
      await form.getByRole("button", { name: "Next Step" }).click();
      await form.getByLabel(/Diagnosis/).fill("Heart failure");
      await form.getByLabel(/Treatment/).fill("Furosemide");
      return press(form, "Save Consultation");
    },
    failure: { title: "Error", text: "Failed to save consultation" },
    success: ["Consultation record saved successfully"],
  },
  {
    what: "Complete consultation",
    call: { method: "PATCH", path: /\/complete-consultation$/ },
    stand: async (page) => {
      await page.goto("/consults");
      return press(page, `Done ${name}`);
    },
    failure: { title: "Error", text: "Failed to complete consultation" },
    success: ["Consultation Completed", "Patient has been moved to the patient list"],
  },
  {
    what: "Archive",
    call: { method: "PATCH", path: /\/archive$/ },
    stand: async (page) => {
      await page.goto("/patients");
      return menuItem(page, "Archive Patient");
    },
    failure: { title: "Error", text: "Failed to archive patient" },
    success: ["Patient Archived", "Patient archived successfully"],
  },
  {
    what: "Unarchive",
    call: { method: "PATCH", path: /\/unarchive$/ },
    stand: async (page, id, owner) => {
      await owner.patch(`/api/patients/${id}/archive`);
      await page.goto("/archive");
      return press(page, /^Retrieve/);
    },
    failure: { title: "Error", text: "Failed to retrieve patient" },
    success: ["Patient Retrieved"],
  },
  {
    what: "Delete",
    call: { method: "DELETE", path: /\/api\/patients\/\d+$/ },
    stand: async (page) => {
      await page.goto("/patients");
      await menuItem(page, "Delete Patient")();
      return press(page.getByRole("alertdialog"), /Delete/);
    },
    failure: { title: "Error", text: "Failed to delete patient" },
    success: ["Patient Deleted", "Patient permanently deleted"],
  },
];

for (const { what, call, stand, failure, success } of situations)
  test(`${what}: fails in the catalogue's words, then succeeds in them`, { tag: "@desk" }, async ({
    page,
  }) => {
    const clinic = await openClinic(page, { patients: [{ patientName: name, age: 33 }] });
    const id = clinic.patientIds[0] ?? 0;
    const act = await stand(page, id, asOwner(page, clinic.token));
    let hasFailed = false;
    await page.route("**/api/**", (route) => {
      const { pathname, search } = new URL(route.request().url());
      const isMeant = route.request().method() === call.method && call.path.test(pathname + search);
      if (hasFailed || !isMeant) return route.fallback();
      hasFailed = true;
      return route.fulfill({
        status: 500,
        json: { code: "internal", message: "Something went wrong", reference: "r-4711" },
      });
    });
    await act();
    await expect(page.getByText(failure.title, { exact: true })).toBeVisible();
    await expect(page.getByText(`${failure.text} (reference r-4711)`)).toBeVisible();
    await act();
    for (const words of success) await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByText(failure.text)).toHaveCount(0);
  });

test("a refusal shows the server's own words in place of the fallback", { tag: "@desk" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: name, age: 33 }] });
  await page.goto("/patients");
  await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  const answer = await page.request.delete(`/api/patients/${clinic.patientIds[0]}`, {
    headers: { authorization: `Bearer ${clinic.token}` },
  });
  expect(answer.ok()).toBe(true);
  await menuItem(page, "Archive Patient")();
  await expect(page.getByText("Error", { exact: true })).toBeVisible();
  await expect(page.getByText("Patient not found")).toBeVisible();
});

const unreadable = [
  ["the patient list", "**/api/patients?**", "/patients", "Failed to fetch patients"],
  ["prescriptions", "**/api/patients/*/prescriptions**", "details", "Failed to fetch prescriptions"],
] as const;

for (const [what, calls, place, words] of unreadable)
  test(`${what} cannot be read, and Try Again reads it`, { tag: "@desk" }, async ({ page }) => {
    const clinic = await openClinic(page, { patients: [{ patientName: name, age: 33 }] });
    await page.route(calls, (route) =>
      route.request().method() === "GET"
        ? route.fulfill({ status: 503, json: { code: "internal", message: "x" } })
        : route.fallback(),
    );
    await page.goto(place === "details" ? `/patients?open=history&patient=${clinic.patientIds[0]}` : place);
    await expect(page.getByText(words)).toBeVisible();
    await page.unroute(calls);
    await page.getByRole("button", { name: "Try Again" }).first().click();
    await expect(page.getByText(words)).toHaveCount(0);
  });

test("required fields of a prescription are asked for before saving and before printing", {
  tag: "@desk",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: name, age: 33 }] });
  await page.goto(`/patients?open=prescription&patient=${clinic.patientIds[0]}`);
  const form = dialog(page, "Generate Prescription");
  await form.getByLabel("Medication name").fill("amlodipine");
  await form.getByRole("button", { name: "Save Prescription" }).click();
  await expect(page.getByText("Please fill in all required fields before saving")).toBeVisible();
  for (const words of ["SIG is required", "Frequency is required", "Duration is required"])
    await expect(form.getByText(words).first()).toBeVisible();
  await form.getByRole("button", { name: "Print" }).click();
  await expect(page.getByText("Please fill in all required fields before printing")).toBeVisible();
});

test("an export of nothing says so, and is logged", { tag: "@desk" }, async ({ page }) => {
  await openClinic(page);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/patients");
  await expect(page.getByText("No patients found.")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("Nothing to export")).toBeVisible();
  expect(logged.join("\n")).toMatch(/export/i);
});
