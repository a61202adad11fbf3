import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { adminEmail, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { recordNumber } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";

const mariluz = "Ybañez, Mariluz Sarmiento";
const joaquin = "Abad, Joaquin Luis Fernandez";

const twoPatients = {
  patients: [
    { patientName: joaquin, sex: "M", age: 4, chiefComplaint: "Cough" },
    { patientName: mariluz, age: 33, chiefComplaint: "Headache" },
  ],
};

const field = (page: Page) => page.getByRole("combobox", { name: /^Search .*(actions|pages)/ });
const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const group = (page: Page, name: string) => palette(page).getByRole("group", { name });

/** Opens it by the button of the header that looks like a field, or on a phone by its icon. */
async function openPalette(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Search( patients)?(\.\.\.)?$/ }).click();
  await expect(field(page)).toBeFocused();
}

async function atDashboard(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

test("the palette finds patients, actions and pages, and says when it finds none", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  await openClinic(page, twoPatients);
  await atDashboard(page);

  await test.step("before anything is typed: the newest patients, actions, pages", async () => {
    await openPalette(page);
    await expect(group(page, "Newest patients").getByRole("option")).toHaveCount(2);
    await expect(group(page, "Actions").getByRole("option", { name: "Add Patient" })).toBeVisible();
    await expect(group(page, "Pages").getByRole("option", { name: "Task Management" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a few letters find the patient, marked, with number, age and sex", async () => {
    await field(page).fill("ybanez");
    const found = option(page, new RegExp(`${mariluz}.*33 / F · E2E-002`));
    await expect(found.locator("mark")).toHaveText("Ybañez");
    await expect(option(page, joaquin)).toHaveCount(0);
    await expectAccessible(page);
    await field(page).press("Enter");
    await expect(recordNumber(page, "E2E-002")).toBeVisible();
  });

  await test.step("over an open record its actions come first, for that patient", async () => {
    if (onPhone()) {
      // Once closed, it is listed among the last opened.
      await page.getByRole("button", { name: /^Back to / }).click();
      await expect(recordNumber(page, "E2E-002")).toHaveCount(0);
      await openPalette(page);
      await expect(group(page, "Recently opened").getByRole("option")).toHaveCount(1);
      await expect(option(page, mariluz)).toBeVisible();
    } else {
      await page.keyboard.press("Control+k");
      await expect(group(page, "This patient")).toContainText(mariluz);
      await option(page, "Record Vitals").click();
      await expect(page.getByRole("dialog", { name: "Record Vital Signs" })).toContainText(mariluz);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name: "Record Vital Signs" })).toHaveCount(0);
      await page.keyboard.press("Control+k");
      await expect(field(page)).toBeFocused();
    }
  });

  await test.step("no patient of that name", async () => {
    await field(page).fill("zzz nobody");
    await expect(palette(page).getByText("No patients match your search criteria.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a failed search can be retried, while pages are found anyway", async () => {
    let isDown = true;
    await page.route(/\/api\/patients\?.*search=/, (route) =>
      isDown ? route.fulfill({ status: 500, json: { code: "internal", message: "Out" } }) : route.continue(),
    );
    await field(page).fill("report");
    await expect(palette(page).getByText(/Failed to load patients/)).toBeVisible();
    await expect(option(page, "Reports")).toBeVisible();
    await expectAccessible(page);
    isDown = false;
    await palette(page).getByRole("button", { name: "Try Again" }).click();
    await expect(palette(page).getByText(/Failed to load patients/)).toHaveCount(0);
  });

  await test.step("an action opens its dialog, a page its address", async () => {
    await field(page).fill("new task");
    await option(page, "Add New Task").click();
    await expect(page.getByRole("dialog", { name: "Add New Task" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Add New Task" })).toHaveCount(0);
  });
});

test("shortcuts work outside fields and dialogs, are listed by ?, and can be turned off", {
  tag: "@release",
}, async ({ page }) => {
  await openClinic(page, twoPatients);
  await page.goto("/patients");
  const first = page.getByRole("button", { name: mariluz, exact: true });
  const second = page.getByRole("button", { name: joaquin, exact: true });
  await expect(first).toBeVisible();
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const closed = async (name: string) => {
    await page.keyboard.press("Escape");
    await expect(dialog(name)).toHaveCount(0);
  };

  await page.keyboard.press("n");
  await expect(dialog("Add New Patient").getByLabel("Patient name")).toBeFocused();
  await closed("Add New Patient");
  // Without an open patient one is chosen first.
  await page.keyboard.press("c");
  await expect(dialog("Choose a patient")).toContainText("The consultation is saved to");
  await closed("Choose a patient");
  await page.keyboard.press("r");
  await expect(dialog("Choose a patient")).toContainText("The prescription is for this patient.");
  await closed("Choose a patient");

  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await expect(second).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: joaquin })).toBeVisible();
  await expect(page.getByLabel(/Chief complaint/)).toBeFocused();
  // In a field a letter is a letter.
  await page.keyboard.type("n?/");
  await expect(page.getByLabel(/Chief complaint/)).toHaveValue(/n\?\/$/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^(Discard|Leave)/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("?");
  const list = dialog("Keyboard shortcuts");
  await expect(list.getByText("Add Patient")).toBeVisible();
  await expect(list.getByText("Next patient")).toBeVisible();
  await expectAccessible(page);
  await list.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await expect(list.getByText("Add Patient (off)")).toBeVisible();
  await expectAccessible(page);
  await closed("Keyboard shortcuts");

  await page.reload();
  await expect(first).toBeVisible();
  for (const key of ["n", "c", "r", "j", "/", "?"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await field(page).fill("keyboard");
  await field(page).press("Enter");
  await list.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await closed("Keyboard shortcuts");
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
});

test("each role is offered what it may do, and no shortcut does more", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, twoPatients);
  await comeAsStaff(page, clinic);
  await page.goto("/staff-dashboard");
  await expect(page.getByRole("button", { name: mariluz, exact: true })).toBeVisible();
  for (const key of ["n", "c", "e"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+k");
  await expect(option(page, mariluz)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(group(page, "Actions").getByRole("option")).toHaveText([
    /Record Vitals/,
    /Generate Prescription/,
    "Refer Patient",
    /Keyboard shortcuts/,
    /Log out/,
  ]);
  await expect(group(page, "Pages").getByRole("option")).toHaveText([
    "Dashboard",
    "Patients",
    "Today's Consults",
    "Calendar",
    "Task Management",
    "Settings",
    "Account Security",
    "Change password",
    "Privacy",
  ]);
  await option(page, "Keyboard shortcuts").click();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list.getByText("Next patient")).toBeVisible();
  for (const name of ["Add Patient", "New Consultation", "Edit Patient"])
    await expect(list.getByText(name)).toHaveCount(0);

  await test.step("a user who may only add sees no patients", async () => {
    await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
    await page.goto("/staff-dashboard");
    await expect(page.getByText("Access Restricted")).toBeVisible();
    await page.keyboard.press("Control+k");
    await field(page).fill("ybanez");
    await expect(palette(page).getByText("Nothing found.")).toBeVisible();
    await field(page).fill("add pat");
    await field(page).press("Enter");
    await expect(page.getByRole("dialog", { name: "Add New Patient" })).toBeVisible();
  });

  await test.step("the administrator continues to the clinics", async () => {
    await signIn(page, adminEmail);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await field(page).fill("heart & lung");
    await expectAccessible(page);
    await field(page).press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("search") === "heart & lung");
    await expect(page.getByRole("heading", { name: "Clinic Management" })).toBeVisible();
  });
});

test("on a slow connection, text typed before the palette has loaded is searched for, and presses nothing", {
  tag: "@release",
}, async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/assets/Palette-*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await openClinic(page, twoPatients);
  await page.goto("/patients");
  await expect(page.getByRole("button", { name: mariluz, exact: true })).toBeVisible();
  await page.keyboard.type("/ncr");
  arrive();
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toHaveValue("ncr");
  await expect(palette).toHaveCount(1);
});

test("a scanned card opens its patient from any page, also before the palette has loaded", async ({
  page,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/assets/Palette-*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await openClinic(page, {
    patients: [
      { patientName: joaquin, admissionNo: "2024-11" },
      { patientName: mariluz, admissionNo: "2024-115" },
    ],
  });
  await atDashboard(page);
  const record = (number: string) => recordNumber(page, number);
  const scan = async (number: string) => {
    await page.keyboard.type(number);
    await page.keyboard.press("Enter");
  };
  await scan("2024-11");
  arrive();
  await expect(record("2024-11")).toBeVisible();

  await test.step("over an open record, the next card opens another", async () => {
    await scan("2024-115");
    await expect(record("2024-115")).toBeVisible();
  });

  await test.step("a prefix of two numbers opens neither", async () => {
    await page.keyboard.press("Escape");
    await expect(record("2024-115")).toHaveCount(0);
    await scan("2024-1");
    await expect(option(page, mariluz)).toBeVisible();
    await expect(option(page, joaquin)).toBeVisible();
    await expect(palette(page)).toBeVisible();
  });
});
