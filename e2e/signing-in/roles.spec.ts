import { expect, type Page, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { onPhone } from "#e2e/support/width.ts";

// What each role and each right can see, and what is refused.

const mariluz = "Ybañez, Mariluz Sarmiento";

const aClinic = (page: Page) => openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });

async function openActionsOf(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
}

test("a secretary who may only view has the clinic's color, the list, and no way to change it", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await aClinic(page);
  const secretary = await comeAsStaff(page, clinic, { primaryColor: "#7A1F4B" });
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/staff-dashboard$/);
  await expect(page.getByText("Secretary Dashboard")).toBeVisible();
  await expect(page.getByRole("banner").getByText(clinic.clinicName)).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCSS("background-color", "rgb(122, 31, 75)");
  await expect(page.getByText("Marites Bañez")).toBeAttached();
  await expect(page.getByText("Secretary", { exact: true })).toBeAttached();

  await expect(page.getByText(mariluz).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Patient" })).toHaveCount(0);
  await openActionsOf(page, mariluz);
  await expect(page.getByRole("menuitem", { name: "View Consultation" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /Edit|Archive|Delete/ })).toHaveCount(0);

  await page.getByRole("menuitem", { name: "Generate Prescription" }).click();
  const form = page.getByRole("dialog", { name: "Generate Prescription" });
  await expect(form.getByText(/saved as prepared/)).toBeVisible();
  await expect(form.getByRole("button", { name: "Print" })).toBeDisabled();
  await expect(form.getByRole("button", { name: "Download PDF" })).toBeDisabled();
  await form.getByLabel("Medication name").fill("amlodipine");
  await form.getByLabel("SIG").fill("1 tab");
  await form.getByLabel("Frequency").fill("OD");
  await form.getByLabel("Duration").fill("30 days");
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await form.getByLabel("Physician name").fill("Rafael Peñaflor, MD");
  await form.getByLabel("License number").fill("0098412");
  await form.getByRole("button", { name: "Save Prescription" }).click();
  await expect(form.getByText(/awaiting release/)).toBeVisible();
  const [id] = clinic.patientIds;
  const prescriptions = await asOwner(page, secretary.token).get(`/api/patients/${id}/prescriptions`);
  expect(prescriptions.map(({ status }: { status: string }) => status)).toEqual(["prepared"]);
});

test("a user who may edit and not delete sees Delete with its reason, and vice versa", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await aClinic(page);
  for (const [right, allowed, refused] of [
    ["edit_patients", "Edit Patient", "Delete Patient"],
    ["delete_patients", "Delete Patient", "Edit Patient"],
  ] as const) {
    await comeAsStaff(page, clinic, { role: "staff", permissions: ["view_patients", right] });
    await page.goto("/staff-dashboard");
    await expect(page.getByText("Staff Dashboard")).toBeVisible();
    await openActionsOf(page, mariluz);
    await expect(page.getByRole("menuitem", { name: allowed })).toBeEnabled();
    await expect(page.getByRole("menuitem", { name: refused })).toBeDisabled();
    await expect(page.getByRole("menuitem", { name: refused })).toContainText("Ask the clinic owner");
  }
});

test("a user who may only add patients gets the form, not the list", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinic(page);
  await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
  const lists: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && /\/api\/(patients(\?|$)|dashboard)/.test(request.url()))
      lists.push(request.url());
  });
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/staff-dashboard$/);
  await page.getByRole("link", { name: "Add Patient" }).click();
  await expect(page.getByRole("heading", { name: "Add New Patient" })).toBeVisible();
  await expect(page.getByText(mariluz)).toHaveCount(0);
  await page.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await page.getByLabel("Sex").selectOption("M");
  await page.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText("Patient added successfully")).toBeVisible();
  await expect(page.getByLabel("Patient name")).toHaveValue("");
  expect(lists).toEqual([]);
});

test("without any right the card has the specification's message", { tag: "@release" }, async ({ page }) => {
  const clinic = await aClinic(page);
  await comeAsStaff(page, clinic, { permissions: [] });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Access Restricted" })).toBeVisible();
  await expect(
    page.getByText(
      "You don't have sufficient permissions to access this dashboard. Please contact your administrator if you believe this is an error.",
    ),
  ).toBeVisible();
  await page.goto("/patients");
  await expect(page.getByText("You don't have permission to view patient information.")).toBeVisible();
  await expect(page.getByText(mariluz)).toHaveCount(0);
});

test("a temporary password must be changed before anything else", { tag: "@release" }, async ({ page }) => {
  const clinic = await aClinic(page);
  const { email, password } = await comeAsStaff(page, clinic, { passwordChanged: false });
  for (const address of ["/staff-dashboard", "/patients", "/consults"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/change-password$/);
  }
  await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await page.getByLabel("New password").fill("kare-kare-at-six-8");
  await page.getByLabel("Confirm password").fill("kare-kare-at-six-8");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/staff-dashboard$/);
  await expect(page.getByText(mariluz).first()).toBeVisible();
  await page.context().clearCookies();
  const withTheOld = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(withTheOld.status()).toBe(401);
});

test("the side bar's and the bottom bar's Add Patient are shown to users who may add", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  const clinic = await aClinic(page);
  await comeAsStaff(page, clinic, { permissions: ["view_patients", "add_patients"] });
  await page.goto("/consults");
  await expect(
    page.getByRole("button", { name: "Add Patient", exact: true }).locator("visible=true"),
  ).toHaveCount(1);
  await comeAsStaff(page, clinic);
  await page.goto("/consults");
  await expect(page.getByRole("heading", { name: "Today's Consultations" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Patient" })).toHaveCount(0);
  if (!onPhone()) await expect(page.getByRole("button", { name: "New Consultation" })).toHaveCount(0);
});
