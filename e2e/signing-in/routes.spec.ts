import { expect, type Page, test } from "@playwright/test";
import { adminEmail, type ClinicAtWork, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { follow } from "#e2e/support/settled.ts";
import { onPhone } from "#e2e/support/width.ts";

// The specification's table of routes: what each address shows to each role, typed and clicked, and the navigation around
// it.

/** What an address shows: title of the browser tab, a heading, and its final address if that differs. */
const places = {
  landing: ["Patient records for private clinics", "The patient chart, in good order."],
  auth: ["Login", "Login", "/dashboard"],
  "token-login": ["Login", "Login"],
  "admin-login": ["Admin Login", "Admin Login"],
  "staff-login": ["Staff Access", "Staff Access"],
  workspace: ["Dashboard", "Dashboard", "/dashboard"],
  panel: ["Secretary Access", "Access Active", "/secretary-access"],
  "staff-panel": ["Staff Access", "Access Active"],
  "own-panel": ["Secretary Access", "Secretary Access"],
  "own-staff-panel": ["Staff Access", "Staff Access"],
  staff: ["Staff Dashboard", "Today's Consultations", "/staff-dashboard"],
  secretary: ["Secretary Dashboard", "Today's Consultations", "/staff-dashboard"],
  restricted: ["Secretary Dashboard", "Access Restricted", "/staff-dashboard"],
  console: ["Admin Dashboard", "Admin Dashboard", "/admin"],
  clinics: ["Clinics", "Clinic Management"],
  users: ["Users", "User Overview"],
  analytics: ["Reports", "Subscription Breakdown"],
  simple: ["Today", "Today's Consultations"],
  "simple-login": ["Today", "Log in to Klinika"],
  "simple-none": ["Today", "Access Restricted"],
  display: ["Waiting Room", "Now serving"],
  patients: ["Patient Management", "Patient Management (Role-Based)"],
  "no-patients": ["Patient Management", "Access Restricted -"],
  consults: ["Today's Consultations", "Today's Consultations"],
  "no-consults": ["Today's Consultations", "Access Restricted -"],
  reports: ["Reports & Analytics", "Analytics & Reports"],
  "no-reports": ["Reports & Analytics", "Access Restricted -"],
  calendar: ["Calendar", "Calendar"],
  "no-calendar": ["Calendar", "Access Restricted -"],
  tasks: ["Task Management", "Task Management"],
  shared: ["Shared with Me", "Shared with Me"],
  admissions: ["Hospital Admissions", "Hospital Admissions"],
  "no-admissions": ["Hospital Admissions", "Access Restricted -"],
  accounts: ["Staff", "User Management"],
  merge: ["Merge Patients", "Merge Patients"],
  security: ["Account Security", "Account Security"],
  payments: ["Payments", "Payments"],
  "no-payments": ["Payments", "Access Restricted -"],
  archive: ["Patient Archive", "Archived Patients"],
  "no-archive": ["Patient Archive", "Access Restricted -"],
  settings: ["Clinic Settings", "Clinic Settings"],
  privacy: ["Privacy", "Privacy"],
  password: ["Change password", "Change password"],
  unknown: ["Page Not Found", "Page Not Found"],
} as const satisfies Record<string, readonly string[]>;
type RouteName = keyof typeof places;

const table = `
  typed             nobody       owner        staff      secretary   unentitled   staff-mode  admin
  /                 landing      landing      landing    landing     landing      landing     landing
  /token-login      token-login  workspace    staff      secretary   restricted   panel       console
  /admin-login      admin-login  workspace    staff      secretary   restricted   panel       console
  /staff-login      staff-login  staff-login  staff      secretary   restricted   panel       console
  /dashboard        auth         workspace    staff      secretary   restricted   panel       console
  /simplified       simple-login simple       simple     simple      simple-none  simple      simple-none
  /display          display      display      display    display     display     display     display
  /patients         auth         patients     patients   patients    no-patients  patients    console
  /consults         auth         consults     consults   consults    no-consults  consults    console
  /calendar         auth         calendar     calendar   calendar    no-calendar  calendar    console
  /tasks            auth         tasks        tasks      tasks       tasks        tasks       console
  /shared           auth         shared       staff      secretary   restricted   panel       console
  /admissions       auth         admissions   admissions no-admissions no-admissions no-admissions console
  /staff            auth         accounts     staff      secretary   restricted   panel       console
  /merge            auth         merge        staff      secretary   restricted   panel       console
  /staff-access     auth         own-staff-panel staff   secretary   restricted   staff-panel console
  /secretary-access auth         own-panel    staff      secretary   restricted   panel       console
  /security         auth         security     security   security    security     security    security
  /reports          auth         reports      reports    no-reports  no-reports   no-reports  console
  /payments         auth         payments     no-payments no-payments no-payments no-payments console
  /archive          auth         archive      archive    archive     no-archive   archive     console
  /settings         auth         settings     settings   settings    settings     settings    console
  /clinic-settings  auth         settings     settings   settings    settings     settings    console
  /staff-dashboard  auth         workspace    staff      secretary   restricted   secretary   console
  /admin            auth         workspace    staff      secretary   restricted   panel       console
  /admin/clinics    auth         workspace    staff      secretary   restricted   panel       clinics
  /admin/users      auth         workspace    staff      secretary   restricted   panel       users
  /admin/reports    auth         workspace    staff      secretary   restricted   panel       analytics
  /change-password  auth         password     password   password    password     password    password
  /set-up-second-factor auth   workspace    staff      secretary   restricted   panel       console
  /privacy          privacy      privacy      privacy    privacy     privacy      privacy     privacy
  /no-such-page     unknown      unknown      unknown    unknown     unknown      unknown     unknown`;

const [head = [], ...rows] = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const columnOf = (who: string) =>
  rows.map((row) => [row[0] ?? "", row[head.indexOf(who)] as RouteName] as const);

async function expectPlace(page: Page, typed: string, place: RouteName): Promise<void> {
  const [title, heading, path = typed]: readonly string[] = places[place];
  await expect(page, typed).toHaveURL((url) => url.pathname === path);
  await expect(page.getByRole("heading", { name: heading, exact: true }).first(), typed).toBeVisible();
  await expect(page, typed).toHaveTitle(`${title} - Klinika`);
  // The title appears once: in the header, or as the page's heading.
  if (/^(no-)?(patients|reports|archive)$/.test(place))
    await expect(page.getByRole("banner"), typed).toContainText(title ?? "");
  if (/^(no-)?(consults|calendar|tasks|payments|settings)$/.test(place)) {
    await expect(
      page.getByRole("heading", { name: title ?? "", exact: true, level: 1 }),
      typed,
    ).toBeVisible();
    await expect(page.getByRole("banner"), typed).not.toContainText(title ?? "");
  }
}

// Documents outside the application.
const documents = ["/", "/token-login", "/simplified", "/display"];

/** Desk and phone share the frame's data, so addresses are visited only on the desk. */
async function visitEveryAddress(page: Page, who: string): Promise<void> {
  if (onPhone()) return;
  for (const [typed, place] of columnOf(who)) {
    if (who === "nobody") {
      const answer = await page.goto(typed);
      expect(answer?.status(), typed).toBe(place === "unknown" ? 404 : 200);
    } else if (documents.includes(typed)) await page.goto(typed);
    else await follow(page, typed);
    await expectPlace(page, typed, place);
    if ((typed === "/simplified" || typed === "/display") && who !== "nobody") await page.goto("/privacy");
  }
}

type Step = readonly [label: string, address: string, heading: string, short?: string];

const aMainNavigation = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).locator("visible=true");

/** All items in order, and no others; each opens its page and is marked as current. */
async function pressEveryPlace(page: Page, from: string, steps: readonly Step[], onBar: number) {
  await page.goto(from);
  const navigation = aMainNavigation(page);
  const more = page.getByRole("dialog", { name: "More" });
  if (!onPhone()) {
    await expect(navigation.getByRole("link")).toHaveText(
      steps.map(([label]) => new RegExp(`^${label}\\d*$`)),
    );
  }
  for (const [index, [label, address, heading, short]] of [...steps.entries()].reverse()) {
    const isInMore = onPhone() && index >= onBar;
    const name = onPhone() && !isInMore ? (short ?? label) : label;
    if (isInMore) await navigation.getByRole("button", { name: "More" }).click();
    const link = (isInMore ? more : navigation).getByRole("link", { name: new RegExp(`^${name}( ?\\d+)?$`) });
    await link.click();
    await expect(page, label).toHaveURL((url) => url.pathname + url.search === address);
    await expect(page.getByRole("heading", { name: heading, exact: true }).first(), label).toBeVisible();
    if (!isInMore) {
      await expect(link, label).toHaveAttribute("aria-current", "page");
      await expect(navigation.locator("[aria-current]")).toHaveCount(1);
      continue;
    }
    await expect(more).toHaveCount(0);
    await navigation.getByRole("button", { name: "More" }).click();
    await expect(more.locator("[aria-current=page]")).toHaveText(new RegExp(`^${label}`));
    await page.keyboard.press("Escape");
    await expect(more).toHaveCount(0);
  }
}

/** Who is signed in, the role, and the way out: in the header, or the phone's More. */
async function expectProfile(page: Page, name: string, badge: string): Promise<void> {
  const banner = page.getByRole("banner");
  if (onPhone()) {
    await aMainNavigation(page).getByRole("button", { name: "More" }).click();
    const more = page.getByRole("dialog", { name: "More" });
    await expect(more.getByText(badge, { exact: true }).first()).toBeVisible();
    await expect(more.getByRole("button", { name: "Log out" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(more).toHaveCount(0);
  } else {
    const isStaff = badge === "Staff Member" || badge === "Secretary";
    await expect(
      (isStaff ? banner : aMainNavigation(page)).getByText(badge, { exact: true }).first(),
    ).toBeVisible();
    const profile = banner.getByRole("button", { name: new RegExp(name) });
    await expect(profile).toContainText(badge);
    if (isStaff) await expect(banner.getByRole("button", { name: "Logout" })).toBeVisible();
    await profile.click();
    await expect(page.getByRole("menuitem", { name: "Account Security" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Log out" })).toHaveCount(isStaff ? 0 : 1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
}

const managed = "Patient Management (Role-Based)";
const today = "Today's Consultations";

test("the owner: every page, and one menu on all of them", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  await openClinic(page);
  await visitEveryAddress(page, "owner");
  const places: readonly Step[] = [
    ["Dashboard", "/dashboard", "Dashboard"],
    ["Patients", "/patients", managed],
    ["Consults", "/consults", today],
    ["Calendar", "/calendar", "Calendar"],
    ["Task Management", "/tasks", "Task Management"],
    ["Shared with Me", "/shared", "Shared with Me"],
    ["Admissions", "/admissions", "Hospital Admissions"],
    ["Payments", "/payments", "Payments"],
    ["Reports", "/reports", "Analytics & Reports"],
    ["Staff", "/staff", "User Management"],
    ["Archive", "/archive", "Archived Patients"],
    ["Settings", "/settings", "Clinic Settings"],
    ["Account Security", "/security", "Account Security"],
  ];
  // A phone's bar has the three of the day; the rest is in More, in the same order.
  await pressEveryPlace(page, "/dashboard", places, 3);
  await page.goto("/patients/?q=abad&view=table");
  await expect(page).toHaveURL(/\/patients\/?\?q=abad&view=table$/);
  await expect(page.getByRole("heading", { name: managed })).toBeVisible();
  await expectProfile(page, "Peñaflor", "Clinic Owner");
});

test("in a low window the places scroll, head and foot stay, and the keyboard reaches all", {
  tag: "@release",
}, async ({ page }) => {
  await openClinic(page);
  await page.setViewportSize({ width: 1366, height: 480 });
  await page.goto("/archive");
  const navigation = aMainNavigation(page);
  const place = (name: string) => navigation.getByRole("link", { name, exact: true });
  const add = navigation.getByRole("button", { name: "Add Patient" });
  await expect(place("Archive")).toBeInViewport({ ratio: 1 });
  for (const name of ["Open the side bar", "Collapse"]) {
    await expect(place("Dashboard")).not.toBeInViewport();
    for (const fixed of [add, place("Settings"), place("Account Security")])
      await expect(fixed).toBeInViewport({ ratio: 1 });
    await add.focus();
    for (const label of [
      "Dashboard",
      "Patients",
      "Consults",
      "Calendar",
      "Task Management",
      "Shared with Me",
    ]) {
      await page.keyboard.press("Tab");
      await expect(place(label)).toBeFocused();
      await expect(place(label)).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Task Management", level: 1 })).toBeVisible();
    const fold = navigation.getByRole("button", { name: /^(Open the side bar|Collapse)$/ });
    await fold.press("Enter");
    await expect(navigation.getByRole("button", { name })).toBeFocused();
    await page.goto("/archive");
    await expect(place("Archive")).toBeInViewport({ ratio: 1 });
  }
});

const ofStaff: readonly Step[] = [
  ["Patients", "/patients", managed],
  ["Today's Consults", "/consults", today, "Consults"],
];
const calendar: Step = ["Calendar", "/calendar", "Calendar"];
const tasks: Step = ["Task Management", "/tasks", "Task Management"];
const foot: readonly Step[] = [
  ["Settings", "/settings", "Clinic Settings"],
  ["Account Security", "/security", "Account Security"],
];
const home: Step = ["Dashboard", "/staff-dashboard", today];

for (const [who, role, badge, permissions] of [
  ["staff", "staff", "Staff Member", ["view_patients", "view_reports"]],
  ["secretary", "secretary", "Secretary", ["view_patients"]],
] as const)
  test(`${who}: the staff dashboard, and what the permissions open`, {
    tag: ["@release", ...(who === "staff" ? ["@both"] : [])],
  }, async ({ page }) => {
    await comeAsStaff(page, await openClinic(page), { role, permissions: [...permissions] });
    await visitEveryAddress(page, who);
    const reports: Step[] =
      who === "staff"
        ? [
            ["Admissions", "/admissions", "Hospital Admissions"],
            ["Reports", "/reports", "Analytics & Reports"],
          ]
        : [];
    const places = [home, ...ofStaff, calendar, tasks, ...reports, ...foot];
    await pressEveryPlace(page, "/staff-dashboard", places, 3);
    await page.goto("/patients");
    await expectProfile(page, "Bañez", badge);
    await page.goto("/staff-dashboard");
    await expect(page.getByRole("heading", { name: managed })).toBeVisible();
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  });

test("a secretary without any permission is told so everywhere", { tag: "@release" }, async ({ page }) => {
  await comeAsStaff(page, await openClinic(page), { permissions: [] });
  await visitEveryAddress(page, "unentitled");
});

test("the owner in staff mode has what the account's rights open", { tag: "@release" }, async ({ page }) => {
  const clinic = await openClinic(page);
  const { email } = await comeAsStaff(page, clinic, { permissions: ["view_patients"] });
  await enterStaffMode(page, clinic, email);
  await visitEveryAddress(page, "staff-mode");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
  await pressEveryPlace(page, "/dashboard", [home, ...ofStaff, calendar, tasks, ...foot], 3);
  await expectProfile(page, "Bañez", "Secretary");
});

async function enterStaffMode(page: Page, clinic: ClinicAtWork, email: string): Promise<void> {
  const token = await signIn(page, clinic.email);
  const entered = await page.request.post("/api/secretaries/login", {
    data: { email, password: clinic.password },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(entered.status(), await entered.text()).toBe(200);
}

test("the admin: the console at four addresses", { tag: ["@both", "@release"] }, async ({ page }) => {
  await signIn(page, adminEmail);
  await visitEveryAddress(page, "admin");
  await pressEveryPlace(
    page,
    "/admin",
    [
      ["Admin Dashboard", "/admin", "Admin Dashboard", "Dashboard"],
      ["Clinics", "/admin/clinics", "Clinic Management"],
      ["Users", "/admin/users", "User Overview"],
      ["Reports", "/admin/reports", "Subscription Breakdown"],
      ["Account Security", "/security", "Account Security"],
    ],
    3,
  );
  await expectProfile(page, "System", "System Admin");
});

test("signed out: the public pages, and a sign-in that redirects by role", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page);
  const { email } = await comeAsStaff(page, clinic);
  await page.context().clearCookies();
  await visitEveryAddress(page, "nobody");

  for (const [door, who, place] of [
    ["/admin-login", adminEmail, "console"],
    ["/token-login", adminEmail, "console"],
    ["/token-login", email, "secretary"],
    ["/token-login", clinic.email, "workspace"],
  ] as const) {
    await page.goto(door);
    await page.getByLabel("Email").fill(who);
    await page.getByLabel("Password", { exact: true }).fill(clinic.password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText("Login Successful")).toBeVisible();
    await expectPlace(page, who, place);
    await page.context().clearCookies();
    await page.evaluate("localStorage.clear()");
  }

  // A page that needs a user shows the sign-in page, and then the dashboard of the role.
  await page.goto("/patients?q=abad");
  await expectPlace(page, "/patients", "auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page.getByRole("button", { name: "Start Your 14-Day Free Trial" })).toBeVisible();
  await expect(page.getByText("No Credit Card Required")).toBeVisible();
  await page.getByRole("tab", { name: "Login" }).click();
  await page.getByLabel("Email").fill(clinic.email);
  await page.getByLabel("Password", { exact: true }).fill(clinic.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectPlace(page, "/dashboard", "workspace");

  // While the current user loads, a spinner.
  const { promise: blocked, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/auth/me", (route) => blocked.then(() => route.continue()));
  await page.goto("/consults");
  await expect(page.getByRole("status").getByText("Loading...")).toBeVisible();
  letGo();
  await expectPlace(page, "/consults", "consults");
});
