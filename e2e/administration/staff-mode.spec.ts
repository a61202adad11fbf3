import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import {
  asOwner,
  type ClinicAtWork,
  comeAsStaff,
  openClinic,
  pressAddPatient,
  signIn,
} from "#e2e/support/clinic.ts";
import { onPhone } from "#e2e/support/width.ts";

// A staff account in the owner's workspace, the way back, and the staff's own sign-in and pages.

const mariluz = "Ybañez, Mariluz Sarmiento";

type Staff = Parameters<typeof comeAsStaff>[2];

/** An owner at the desk, and a staff account of the clinic. */
async function aDesk(
  page: Page,
  staff: Staff = {},
): Promise<{ clinic: ClinicAtWork; staff: { email: string } }> {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  const member = await comeAsStaff(page, clinic, staff);
  await signIn(page, clinic.email);
  return { clinic, staff: member };
}

async function pressInProfile(page: Page, label: string): Promise<void> {
  if (onPhone()) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog", { name: "More" }).getByText(label, { exact: true }).click();
  } else {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /Peñaflor|Bañez/ })
      .click();
    await page.getByRole("menuitem", { name: label }).click();
  }
}

async function logInAsStaff(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login as Staff" }).click();
}

test("the owner logs in as the secretary, works with her rights, and comes back", { tag: "@both" }, async ({
  page,
}) => {
  const { clinic, staff } = await aDesk(page, { permissions: ["view_patients", "edit_patients"] });

  await test.step("finds the panel, and is refused with a wrong password", async () => {
    await page.goto("/dashboard");
    await pressInProfile(page, "Staff Access");
    await expect(page.getByRole("heading", { name: "Staff Access", level: 1 })).toBeVisible();
    await expectAccessible(page);
    await logInAsStaff(page, staff.email, "not-the-password");
    await expect(page.getByText("Invalid email or password")).toBeVisible();
  });

  await test.step("Access Active says whose account it is and what it may do", async () => {
    await logInAsStaff(page, staff.email, clinic.password);
    await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
    const panel = page.getByRole("region", { name: "Access Active" });
    await expect(panel.getByText(staff.email)).toBeVisible();
    for (const name of ["View Patients", "Edit Records"])
      await expect(panel.getByRole("button", { name })).toBeVisible();
    for (const name of ["Add Patient", "View Reports"])
      await expect(panel.getByRole("button", { name })).toHaveCount(0);
    expect(await page.evaluate("sessionStorage.getItem('staffModeActive')")).toBe("true");
    await expectAccessible(page);
  });

  await test.step("has the pages that her rights open, and no others at a typed address", async () => {
    if (!onPhone())
      await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
        "Dashboard",
        "Patients",
        /Today's Consults\d*/,
        "Calendar",
        "Task Management",
        "Settings",
        "Account Security",
      ]);
    for (const address of ["/dashboard", "/dashboard?section=staff", "/shared"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
    }
  });

  await test.step("edits a record", async () => {
    await page.getByRole("button", { name: "Edit Records" }).click();
    await page
      .getByRole("dialog", { name: "Choose a patient" })
      .getByRole("button", { name: new RegExp(mariluz) })
      .click();
    const form = page.getByRole("dialog", { name: /Edit/ });
    await form.getByLabel("Remarks").fill("Called back");
    await form.getByRole("button", { name: "Update Patient" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("returns, and the history names both", async () => {
    await page.getByRole("button", { name: "Switch to Owner" }).click();
    await page.getByLabel("Owner's password").fill(clinic.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
    expect(await page.evaluate("sessionStorage.getItem('staffModeActive')")).toBeNull();
    const token = await signIn(page, clinic.email);
    const entries = await asOwner(page, token).get(`/api/patients/${clinic.patientIds[0]}/history`);
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: "patient.update",
        userName: "Marites Bañez",
        ownerName: "Rafael Peñaflor",
      }),
    );
  });
});

test("returning asks for the owner's password, also with the keyboard", { tag: "@release" }, async ({
  page,
}) => {
  const { clinic, staff } = await aDesk(page);
  await page.goto("/secretary-access");
  await logInAsStaff(page, staff.email, clinic.password);
  await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
  await page.goto("/staff-dashboard");
  await page.getByRole("button", { name: "Back to Owner" }).click();
  const question = page.getByRole("dialog", { name: "Back to Owner" });
  await expect(question.getByLabel("Owner's password")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Back to Owner" }).click();
  await question.getByLabel("Owner's password").fill(clinic.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test("a staff account deactivated at the owner's desk returns to the owner", { tag: "@release" }, async ({
  page,
}) => {
  const { clinic, staff } = await aDesk(page);
  await page.goto("/secretary-access");
  await logInAsStaff(page, staff.email, clinic.password);
  await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
  const [account] = await asOwner(page, clinic.token).get("/api/secretaries");
  const gone = await page.request.delete(`/api/secretaries/${account.id}`, {
    headers: { authorization: `Bearer ${clinic.token}` },
  });
  expect(gone.status()).toBe(200);
  await page.getByRole("button", { name: "View Patients" }).click();
  const ended = page.getByRole("dialog", { name: "Staff mode has ended" });
  await expect(ended).toBeVisible();
  await expectAccessible(page);
  // The same after a reload.
  await page.reload();
  await ended.getByRole("button", { name: "Back to Owner" }).click();
  await page.getByLabel("Owner's password").fill(clinic.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test("a temporary password is changed first, or the owner returns", { tag: "@release" }, async ({ page }) => {
  const { clinic, staff } = await aDesk(page, { passwordChanged: false });
  await page.goto("/staff-login");
  await logInAsStaff(page, staff.email, clinic.password);
  await expect(page).toHaveURL(/\/change-password$/);
  await page.getByRole("button", { name: "Back to Owner" }).click();
  await page.getByLabel("Owner's password").fill(clinic.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();

  await page.goto("/staff-login");
  await logInAsStaff(page, staff.email, clinic.password);
  await page.getByLabel("New password").fill("kare-kare-at-six-8");
  await page.getByLabel("Confirm password").fill("kare-kare-at-six-8");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
});

test("logging out in staff mode leaves nobody signed in", { tag: "@release" }, async ({ page }) => {
  const { clinic, staff } = await aDesk(page);
  await page.goto("/staff-login");
  await logInAsStaff(page, staff.email, clinic.password);
  await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
  await page.goto("/staff-dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
});

test("staff sign in at their own page and find their home page, its other pages, and the way out", {
  tag: "@release",
}, async ({ page }) => {
  const { clinic, staff } = await aDesk(page, {
    permissions: ["view_patients", "add_patients", "view_reports"],
    primaryColor: "#7A1F4B",
  });
  await page.context().clearCookies();
  await page.goto("/staff-login");
  await logInAsStaff(page, staff.email, clinic.password);
  await expect(page).toHaveURL(/\/staff-dashboard$/);
  await expect(page.getByText("Secretary Dashboard")).toBeVisible();
  for (const text of ["Marites Bañez", "Secretary"])
    await expect(page.getByRole("banner").getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reports", exact: true })).toBeVisible();
  await expect(page.getByText(mariluz).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);

  await page
    .getByRole("banner")
    .getByRole("button", { name: /Marites Bañez/ })
    .click();
  await page.getByRole("menuitem", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "Change password" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/staff-dashboard$/);

  await pressAddPatient(page);
  await expect(page.getByRole("dialog", { name: /Add New Patient/ })).toBeVisible();
  await page.goBack();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Today's Consults" })
    .click();
  await expect(page).toHaveURL(/\/consults$/);
  await page.goBack();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL((url) => url.pathname === "/");
});

test("the account security page names this device and ends another", { tag: "@release" }, async ({
  page,
}) => {
  const { clinic } = await aDesk(page);
  await page.goto("/dashboard");
  await pressInProfile(page, "Account security");
  await expect(page.getByRole("heading", { name: "Account Security", level: 1 })).toBeVisible();
  const own = page.getByRole("region", { name: "Signed-in devices" });
  await expect(own.getByText("This device")).toBeVisible();
  await expectAccessible(page);
  await own.getByRole("button", { name: "Log Out All Others" }).click();
  await expect(own.getByRole("button", { name: /^Log out / })).toHaveCount(0);
  const refused = await page.request.get("/api/auth/me", {
    headers: { authorization: `Bearer ${clinic.token}` },
  });
  expect(refused.status()).toBe(401);
});
