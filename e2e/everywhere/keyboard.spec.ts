import { expect } from "@playwright/test";
import { button, flow, joaquin, type Keys, mariluz, test } from "#e2e/support/keys.ts";
import { recordPrinting } from "#e2e/support/printing.ts";
import { recordOf } from "#e2e/support/record.ts";
import { aPicture } from "#e2e/support/sample-files.ts";

// The main flows without a mouse, from the page as it opens.

/** Types into the palette, which the key `/` opens. */
async function find(keys: Keys, text: string): Promise<void> {
  await keys.press("/");
  await expect(keys.page.getByRole("combobox", { name: "Search patients, actions, pages" })).toBeFocused();
  await keys.type(text);
}

/** Presses the toast's Undo by keyboard. */
async function undo(keys: Keys): Promise<void> {
  await expect(button(keys.page, "Undo")).toBeVisible();
  await keys.press("Alt+t");
  await keys.tabTo(button(keys.page, "Undo"), { atMost: 3 });
  await keys.press("Enter");
}

test("logs in, and logs out from the menu", { tag: "@release" }, async ({ page, clinic, keys }) => {
  await page.context().clearCookies();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await keys.tabTo(page.getByLabel("Email"), { atMost: 10 });
  await keys.type(clinic.email);
  await keys.press("Tab");
  await keys.type(clinic.password);
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  flow("sign in");

  await keys.tabTo(button(page, /Rafael Peñaflor/));
  await keys.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Staff Access" })).toBeFocused();
  await keys.press("Escape");
  await expect(button(page, /Rafael Peñaflor/)).toBeFocused();
  await keys.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Staff Access" })).toBeFocused();
  await keys.press("End");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
  await keys.press("Enter");
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
});

test("finds a patient, records everything in the record, and focus returns to where each dialog was opened", {
  tag: "@release",
}, async ({ page, clinic, keys }) => {
  expect(clinic.patientIds).toHaveLength(2);
  const printing = await recordPrinting(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  const name = button(page, mariluz);
  const details = recordOf(page);

  await test.step("finds and opens", async () => {
    // From the palette to all results, and on with J.
    await find(keys, "mariluz");
    await expect(page.getByRole("option", { name: mariluz })).toBeVisible();
    await expect(page.getByRole("option", { name: joaquin })).toHaveCount(0);
    await keys.press("ArrowUp");
    await keys.press("ArrowDown");
    await expect(page.getByRole("option", { name: mariluz })).toHaveAttribute("aria-selected", "true");
    await keys.press("ArrowDown", "Enter");
    await expect(page.getByText(/Showing 1 of 2 patients/)).toBeVisible();
    await keys.press("j");
    await expect(name).toBeFocused();
    await keys.press("Enter");
    await expect(details.getByText(mariluz).first()).toBeVisible();
    flow("find patient");
  });

  await test.step("records vital signs", async () => {
    await keys.tabTo(button(details, "Record Vitals"), { atMost: 10 });
    await keys.press("Enter");
    const form = page.getByRole("dialog", { name: "Record Vital Signs" });
    await expect(form.getByLabel("Blood pressure")).toBeFocused();
    await keys.type("152/92");
    await keys.press("Control+Enter");
    await expect(page.getByText("Vital signs recorded successfully")).toBeVisible();
    await expect(button(details, "Record Vitals")).toBeFocused();
    await expect(details.getByText("152/92").first()).toBeVisible();
    flow("vitals");
  });

  await test.step("records a consultation", async () => {
    await keys.tabTo(button(details, "New Consultation"), { atMost: 2, back: true });
    await keys.press("Enter");
    const wizard = page.getByRole("dialog", { name: mariluz });
    await expect(wizard.getByLabel(/Chief complaint/)).toBeFocused();
    // As told when she was registered. Forward only from a valid step, and the focus shows what is missing.
    await expect(wizard.getByLabel(/Chief complaint/)).toHaveValue("Headache");
    await keys.press("Control+a", "Delete");
    await keys.press("Control+Enter");
    await expect(wizard.getByText("Chief complaint is required")).toBeVisible();
    await expect(wizard.getByLabel(/Chief complaint/)).toBeFocused();
    await keys.type("Headache");
    await keys.press("Control+Enter");
    await expect(wizard.getByLabel("Blood pressure")).toBeFocused();
    await keys.press("Control+Enter");
    await expect(wizard.getByLabel("Physical examination")).toBeFocused();
    await keys.press("Tab");
    await keys.type("Migraine");
    await keys.press("Tab");
    await keys.type("Paracetamol");
    await keys.press("Control+Enter");
    await expect(page.getByText("Consultation record saved successfully")).toBeVisible();
    // What is next is in its place.
    await expect(button(details, "Done")).toBeFocused();
    flow("consultation wizard");
  });

  await test.step("writes a prescription", async () => {
    await keys.tabTo(button(details, "Generate Prescription"), { atMost: 1 });
    await keys.press("Enter");
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await expect(form.getByLabel("Medication name")).toBeFocused();
    await keys.type("paracetamol");
    for (const [label, text] of [
      ["Strength", "500 mg"],
      ["SIG", "1 tab"],
      ["Frequency", "TID"],
      ["Duration", "5 days"],
    ] as const) {
      await keys.tabTo(form.getByLabel(label), { atMost: 3 });
      await keys.type(text);
    }
    await keys.press("Control+Enter");
    await expect(page.getByText("Prescription saved successfully")).toBeVisible();
    await expect(form.getByText("Saved", { exact: true })).toBeVisible();
    flow("prescription");
  });

  await test.step("prints it", async () => {
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await keys.tabTo(button(form, "Print"));
    const paper = page.waitForResponse(/\/prescriptions\/\d+\.pdf/);
    await keys.press("Enter");
    expect((await paper).status()).toBe(200);
    await expect(button(form, "Print")).not.toHaveAttribute("aria-busy", "true");
    await expect.poll(printing.printed).toBe(1);
    await page.bringToFront();
    await keys.press("Escape");
    await expect(form).toHaveCount(0);
    await expect(button(details, "Generate Prescription")).toBeFocused();
    flow("print");
  });

  await test.step("edits", async () => {
    await keys.press("e");
    const form = page.getByRole("dialog", { name: /Edit Patient/ });
    await keys.tabTo(form.getByLabel("Allergies"), { atMost: 8 });
    await keys.type("penicillin");
    // Esc asks first, and returns the focus to the field.
    await keys.press("Escape");
    await expect(button(page, "Keep typing")).toBeFocused();
    await keys.press("Enter");
    await expect(form.getByLabel("Allergies")).toBeFocused();
    await keys.press("Control+Enter");
    await expect(page.getByText("Patient updated successfully")).toBeVisible();
    await expect(button(details, "Generate Prescription")).toBeFocused();
    await expect(details.getByText("penicillin").first()).toBeVisible();
    flow("edit");
  });

  await test.step("closes the record", async () => {
    await keys.press("Escape");
    await expect(details).toHaveCount(0);
    await expect(name).toBeFocused();
  });
});

test("refers a patient and uploads a file, from the palette on", async ({ page, clinic, keys }) => {
  expect(clinic.patientIds).toHaveLength(2);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  const details = recordOf(page);
  // Enter may be pressed before the results arrive.
  await find(keys, "mariluz");
  await keys.press("Enter");
  await expect(details.getByText(mariluz).first()).toBeVisible();

  await test.step("refers the patient", async () => {
    await keys.tabTo(button(details, "Refer Patient"), { atMost: 45 });
    await keys.press("Enter");
    const form = page.getByRole("dialog", { name: "Refer Patient to Another Clinic" });
    await keys.tabTo(form.getByRole("radio", { name: "A clinic on Klinika" }), { atMost: 4 });
    await keys.press("ArrowDown");
    await keys.tabTo(form.getByLabel("Clinic or doctor"), { atMost: 3 });
    await keys.type("Dr. Leonora Nuñez");
    await keys.tabTo(form.getByLabel("Referral reason"), { atMost: 3 });
    await keys.type("Echocardiography");
    await keys.tabTo(form.getByRole("radio", { name: "Patient", exact: true }), { atMost: 6 });
    await keys.press("Space");
    await keys.press("Control+Enter");
    await expect(form.getByText(/is saved/)).toBeVisible();
    await keys.press("Escape");
    await expect(form).toHaveCount(0);
    await expect(button(details, "Refer Patient")).toBeFocused();
    flow("refer");
  });

  await test.step("uploads a file", async () => {
    await keys.tabTo(details.getByRole("link", { name: "Files" }), { atMost: 8 });
    await keys.press("Enter");
    await keys.tabTo(button(details, /^Add Files to/), { atMost: 12 });
    await keys.press("Enter");
    const form = page.getByRole("dialog", { name: /^Add Files/ });
    const choose = form.getByRole("button", { name: /^Choose Files/ });
    // Created before the key press: the browser must expect it before it opens a dialog of its own.
    const chooser = page.waitForEvent("filechooser");
    await keys.tabTo(choose, { atMost: 3 });
    await keys.press("Enter");
    await (await chooser).setFiles({
      name: "CBC.png",
      mimeType: "image/png",
      buffer: aPicture(),
    });
    await expect(form.getByText(/1 of \d+ there/)).toBeVisible();
    await expect(button(form, "Remove CBC.png")).toBeVisible();
    await keys.press("Control+Enter");
    await expect(form).toHaveCount(0);
    await expect(details.getByText("CBC.png").first()).toBeVisible();
    await expect(button(details, /^Add Files to/)).toBeFocused();
    flow("upload");
  });
});

test("changes the clinic's settings", { tag: "@release" }, async ({ page, clinic, keys }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await find(keys, "settings");
  await keys.press("Enter");
  await expect(page.getByLabel("Clinic name")).toHaveValue(clinic.clinicName);
  await keys.tabTo(page.getByLabel("Clinic name"));
  await keys.press("End");
  await keys.type(" & Lung");
  await keys.press("Enter");
  await expect(
    page
      .getByRole("button", { name: `${clinic.clinicName} & Lung` })
      .or(page.getByText(`${clinic.clinicName} & Lung`, { exact: true }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  flow("clinic settings");
});

test("archives a patient from the list and undoes it", { tag: "@release" }, async ({
  page,
  clinic,
  keys,
}) => {
  expect(clinic.patientIds).toHaveLength(2);
  await page.goto("/patients");
  const name = button(page, mariluz);
  await keys.tabTo(name);
  // From name to name without the buttons between.
  await keys.press("j");
  await expect(button(page, joaquin)).toBeFocused();
  await keys.press("k", "Tab");
  await expect(button(page, `Actions for ${mariluz}`)).toBeFocused();
  await keys.press("Enter");
  await expect(page.getByRole("menuitem", { name: "View Consultation" })).toBeFocused();
  for (const name of ["Generate Prescription", "Edit Patient", "Archive Patient"]) {
    await keys.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name })).toBeFocused();
  }
  await keys.press("Enter");
  await expect(page.getByText("Patient Archived", { exact: true })).toBeVisible();
  await expect(name).toHaveCount(0);
  await expect(button(page, joaquin)).toBeFocused();
  await undo(keys);
  await expect(name).toBeVisible();
  flow("archive and undo");
});

test("presses Done on today's list and undoes it", { tag: "@release" }, async ({ page, clinic, keys }) => {
  expect(clinic.patientIds).toHaveLength(2);
  await page.goto("/dashboard");
  await keys.tabTo(page.getByRole("link", { name: "Consults" }), { atMost: 8 });
  await keys.press("Enter");
  const [first, second] = [button(page, `Done ${mariluz}`), button(page, `Done ${joaquin}`)];
  await keys.tabTo(first);
  await keys.press("Enter");
  await expect(page.getByText("Consultation Completed")).toBeVisible();
  await expect(first).toHaveCount(0);
  // The focus moved from the removed row to its neighbor.
  await expect(second).toBeFocused();
  await undo(keys);
  await expect(first).toBeVisible();
  await expect(second).toBeFocused();
});
