import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { adminEmail, asOwner, comeAsStaff, openClinic, signIn } from "./clinic.ts";

// Section 8 of the first specification: each situation fails without a word of the server's, fails with one, and
// succeeds, and says its words each time. Consultations, archive and deletion are in error-catalogue.spec.ts, tasks in
// tasks.spec.ts, the shared list that does not come in referrals.spec.ts, suspended at login in suspension.spec.ts.

type Act = () => Promise<unknown>;
type Situation = {
  what: string;
  /** The call that fails. */
  call: { method: string; path: string | RegExp };
  /** Brings the page to where the act is done; answers what does it. */
  stand: (page: Page) => Promise<Act>;
  /** A defect of the server is nothing that a password could mend; see the story of unexpected errors. */
  failsWith?: number;
  failure: { title: string; text: string };
  success: readonly (string | RegExp)[];
};

const password = "sinigang-at-noon-7";
const press = (within: Page | Locator, name: string | RegExp): Act => {
  const button = within.getByRole("button", { name, exact: true });
  return () => button.click();
};

/** Types e-mail and password into the form of a door, with nobody signed in. */
async function atDoor(page: Page, address: string, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(address);
  await typeSignIn(page, email);
}

async function typeSignIn(within: Page | Locator, email: string): Promise<void> {
  await within.getByLabel("Email").fill(email);
  await within.getByLabel("Password", { exact: true }).fill(password);
}

async function openPanel(page: Page): Promise<Locator> {
  await page.context().clearCookies();
  await page.goto("/");
  await page.getByRole("button", { name: "Login" }).click();
  return page.getByRole("dialog", { name: "Login" });
}

/** The card of a new clinic in the administrator's console. */
async function inConsole(page: Page): Promise<Locator> {
  const { email } = await openClinic(page);
  await signIn(page, adminEmail);
  await page.goto(`/admin/clinics?search=${encodeURIComponent(email)}`);
  return page.getByRole("list", { name: "Clinics" }).getByRole("listitem").filter({ hasText: email });
}

/** Staff Accounts of a clinic with one secretary. */
async function staffAccounts(page: Page): Promise<void> {
  const clinic = await openClinic(page);
  await comeAsStaff(page, clinic);
  await signIn(page, clinic.email);
  await page.goto("/dashboard?section=staff");
}

async function signUp(form: Page | Locator): Promise<Act> {
  const email = `doctor${process.pid}x${Date.now()}@clinic.test`;
  for (const [label, text] of [
    ["Clinic name", "Peñaflor Heart Clinic"],
    ["Doctor name", "Dr. Rafael Peñaflor"],
    ["Phone", "+63 917 555 0148"],
    ["License number", "0098412"],
    ["Confirm password", password],
  ] as const)
    await form.getByLabel(label).fill(text);
  await typeSignIn(form, email);
  return press(form, "Start Your 14-Day Free Trial");
}

const wrong = { title: "Login Failed", text: "Invalid email or password" };
const welcome = ["Login Successful", "Welcome back"];

const situations: readonly Situation[] = [
  {
    what: "Auth-page login",
    call: { method: "POST", path: "/api/auth/login" },
    stand: async (page) => {
      await atDoor(page, "/dashboard", (await openClinic(page)).email);
      return press(page, "Login");
    },
    failsWith: 400,
    failure: { title: "Login Failed", text: "Login failed" },
    success: welcome,
  },
  {
    what: "Landing login",
    call: { method: "POST", path: "/api/auth/login" },
    stand: async (page) => {
      const { email } = await openClinic(page);
      const panel = await openPanel(page);
      await typeSignIn(panel, email);
      return press(panel, "Login");
    },
    failsWith: 400,
    failure: wrong,
    success: welcome,
  },
  {
    what: "Token login",
    call: { method: "POST", path: "/api/auth/token-login" },
    stand: async (page) => {
      await atDoor(page, "/token-login", (await openClinic(page)).email);
      return press(page, "Login");
    },
    failsWith: 400,
    failure: wrong,
    success: welcome,
  },
  {
    what: "Staff login",
    call: { method: "POST", path: "/api/staff/login" },
    stand: async (page) => {
      const { email } = await comeAsStaff(page, await openClinic(page), { role: "staff" });
      await atDoor(page, "/staff-login", email);
      return press(page, "Login as Staff");
    },
    failsWith: 400,
    failure: wrong,
    success: welcome,
  },
  {
    what: "Staff login at the owner's desk",
    call: { method: "POST", path: "/api/secretaries/login" },
    stand: async (page) => {
      const clinic = await openClinic(page);
      const { email } = await comeAsStaff(page, clinic);
      await signIn(page, clinic.email);
      await page.goto("/dashboard?section=secretary-access");
      await typeSignIn(page, email);
      return press(page, "Login as Staff");
    },
    failsWith: 400,
    failure: wrong,
    success: ["Login Successful"],
  },
  {
    what: "Admin login",
    call: { method: "POST", path: "/api/admin/login" },
    stand: async (page) => {
      await atDoor(page, "/admin-login", adminEmail);
      return press(page, "Login");
    },
    failsWith: 400,
    failure: { title: "Login Failed", text: "Invalid credentials" },
    success: ["Login Successful", /^Welcome to the admin/],
  },
  {
    what: "Sign-up",
    call: { method: "POST", path: "/api/auth/signup" },
    stand: async (page) => {
      await page.goto("/dashboard?tab=sign-up");
      return signUp(page);
    },
    failure: { title: "Error", text: "Registration failed" },
    success: ["Registration successful! Welcome to Peñaflor Heart Clinic"],
  },
  {
    what: "Sign-up on the landing page",
    call: { method: "POST", path: "/api/auth/signup" },
    stand: async (page) => {
      const panel = await openPanel(page);
      await panel.getByRole("tab", { name: "Sign Up" }).click();
      return signUp(panel);
    },
    failure: { title: "Error", text: "Registration failed" },
    success: ["Registration successful! Welcome to Peñaflor Heart Clinic"],
  },
  {
    what: "Clinic status update",
    call: { method: "PUT", path: /\/admin\/clinics\/\d+\/status$/ },
    stand: async (page) => {
      const card = await inConsole(page);
      return async () => {
        await expect(card.getByRole("switch")).toBeChecked();
        await card.getByRole("switch").click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
      };
    },
    failure: { title: "Error", text: "Failed to update clinic status" },
    success: ["Clinic Status Updated"],
  },
  {
    what: "Subscription update",
    call: { method: "PUT", path: /\/admin\/clinics\/\d+\/subscription$/ },
    stand: async (page) => {
      const status = (await inConsole(page)).getByRole("combobox");
      return async () => {
        await expect(status).toHaveValue("trial");
        await status.selectOption("Active");
      };
    },
    failure: { title: "Error", text: "Failed to update subscription" },
    success: ["Subscription Updated"],
  },
  {
    what: "Create staff",
    call: { method: "POST", path: "/api/secretaries" },
    stand: async (page) => {
      await staffAccounts(page);
      await page.getByRole("button", { name: "Add Staff Member" }).click();
      const form = page.getByRole("dialog", { name: "Add Staff Member" });
      await form.getByLabel("First name").fill("Jonel");
      await form.getByLabel("Last name").fill("Cabahug");
      await form.getByLabel("Email").fill(`jonel${process.pid}x${Date.now()}@clinic.test`);
      return press(form, "Create Account");
    },
    failure: { title: "Error Creating Staff Account", text: "Failed to create staff account" },
    success: ["Staff Account Created Successfully"],
  },
  {
    what: "Update permissions",
    call: { method: "PATCH", path: /\/secretaries\/\d+\/permissions$/ },
    stand: async (page) => {
      await staffAccounts(page);
      await page.getByRole("button", { name: "Edit Marites Bañez" }).click();
      const form = page.getByRole("dialog", { name: "Edit Permissions" });
      await form.getByLabel("Edit Patients").check();
      return press(form, "Save Permissions");
    },
    failure: { title: "Error", text: "Failed to update permissions" },
    success: ["Permissions Updated"],
  },
  {
    what: "Deactivate staff",
    call: { method: "DELETE", path: /\/secretaries\/\d+$/ },
    stand: async (page) => {
      await staffAccounts(page);
      await page.getByRole("button", { name: "Deactivate Marites Bañez" }).click();
      return press(page.getByRole("alertdialog"), "Deactivate");
    },
    failure: { title: "Error", text: "Failed to deactivate staff account" },
    success: ["Staff Account Deactivated"],
  },
  {
    what: "Claim referral",
    call: { method: "POST", path: /\/referrals\/\d+\/claim$/ },
    stand: async (page) => {
      const receiver = await openClinic(page);
      const { clinicId } = await asOwner(page, receiver.token).get("/api/auth/me");
      await page.context().clearCookies();
      const sender = await openClinic(page, { patients: [{ patientName: "Uy, Benjamin Tan", age: 61 }] });
      const refer = `/api/patients/${sender.patientIds[0]}/refer`;
      await asOwner(page, sender.token).post(refer, { toClinicId: clinicId, referralReason: "ECG" });
      await signIn(page, receiver.email);
      await page.goto("/dashboard?section=shared");
      return () => page.getByRole("button", { name: /Add to My Clinic/ }).click();
    },
    failure: {
      title: "Failed to Add Patient",
      text: "There was an error adding the patient to your clinic.",
    },
    success: ["Patient Added Successfully"],
  },
  {
    what: "Settings save",
    call: { method: "PUT", path: "/api/clinic/settings" },
    stand: async (page) => {
      await openClinic(page);
      await page.goto("/settings");
      await page.getByLabel("Address").fill("Rm 402, Fuente Medical Arts, Cebu City");
      return press(page, "Save Changes");
    },
    failure: { title: "Error", text: "Failed to update clinic settings" },
    success: ["Settings Updated"],
  },
  {
    what: "Logo upload",
    call: { method: "POST", path: "/api/clinic/upload-logo" },
    stand: async (page) => {
      await openClinic(page);
      await page.goto("/settings");
      await page.getByRole("tab", { name: "Branding" }).click();
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: "#8c2b4d" } });
      const logo = { name: "logo.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
      return () => page.getByLabel("Logo of the clinic").setInputFiles(logo);
    },
    failure: { title: "Upload Failed", text: "Failed to upload logo. Please try again." },
    success: ["Logo Updated"],
  },
];

const theServers = "These are the server's own words.";
const noJson = { body: "<html>Bad gateway</html>", contentType: "text/html" };
const toast = (page: Page) => page.locator("[data-sonner-toast]");

for (const { what, call, stand, failsWith = 500, failure, success } of situations)
  test(`${what}: fails in the catalogue's words, in the server's, then succeeds in its own`, async ({
    page,
  }) => {
    const act = await stand(page);
    const answers = [
      { status: failsWith, ...noJson },
      { status: 409, json: { code: "conflict", message: theServers } },
    ];
    await page.route(
      ({ pathname }) => (typeof call.path === "string" ? pathname === call.path : call.path.test(pathname)),
      (route) => {
        const answer = route.request().method() === call.method && answers.shift();
        return answer ? route.fulfill(answer) : route.fallback();
      },
    );
    for (const text of [failure.text, theServers]) {
      await act();
      const shown = toast(page).filter({ hasText: text });
      await expect(shown.getByText(failure.title, { exact: true })).toBeVisible();
      await expect(shown.getByText(text, { exact: true })).toBeVisible();
    }
    await act();
    for (const words of success)
      await expect(
        toast(page).getByText(words, typeof words === "string" ? { exact: true } : {}),
      ).toBeVisible();
  });

test("an unexpected error at login is no wrong password", { tag: "@desk" }, async ({ page }) => {
  const { email } = await openClinic(page);
  await atDoor(page, "/dashboard", email);
  const unexpected = "An unexpected error occurred. Please try again.";
  const fails = [
    [(route) => route.fulfill({ status: 500, ...noJson }), unexpected],
    [(route) => route.fulfill({ status: 200, ...noJson }), unexpected],
    [(route) => route.abort(), /^You're offline\. Nothing was lost/],
  ] as const satisfies readonly (readonly [Parameters<Page["route"]>[1], string | RegExp])[];
  for (const [answer, text] of fails) {
    await page.route("**/api/auth/login", answer, { times: 1 });
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(toast(page).getByText("Login Error", { exact: true })).toBeVisible();
    await expect(toast(page).getByText(text)).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page)).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(toast(page).getByText("Login Successful")).toBeVisible();
});

test("one toast is visible at a time, for five seconds", { tag: "@desk" }, async ({ page }) => {
  await openClinic(page);
  await page.clock.install();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page).getByText("No changes to save")).toBeVisible();
  await page.getByLabel("Address").fill("Cebu City");
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 2000);
  await page.getByRole("button", { name: "Save Changes" }).click();
  const saved = toast(page).getByText("Settings Updated");
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return saved.count();
    })
    .toBe(1);
  await page.clock.runFor(300);
  await expect(toast(page)).toHaveCount(1);
  await page.clock.runFor(4200);
  await expect(saved).toBeVisible();
  await page.clock.runFor(1000);
  await expect(toast(page)).toHaveCount(0);
});

// No staff accounts, no referrals, no tasks, no patients, no archived ones, no notifications and no clinics are seen
// by the stories of those screens.
test("an empty day: No recent patients", { tag: "@desk" }, async ({ page }) => {
  await openClinic(page);
  for (const address of ["/dashboard", "/consults"]) {
    await page.goto(address);
    const today = page.getByRole("region", { name: "Today's Consultations" });
    await expect(today.getByRole("heading", { name: "No recent patients" })).toBeVisible();
  }
});
