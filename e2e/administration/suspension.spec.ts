import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import {
  adminEmail,
  asOwner,
  type ClinicAtWork,
  comeAsStaff,
  openClinic,
  signIn,
} from "#e2e/support/clinic.ts";
import { offer, untilKept } from "#e2e/support/drafts.ts";

// A suspended clinic: what it sees, where, and how it returns.

const mariluz = "Ybañez, Mariluz Sarmiento";
const states = [
  {
    state: { isActive: false, subscriptionStatus: "suspended" },
    title: "Account Deactivated",
    badge: "Deactivated",
    text: "Your clinic account has been deactivated. Please contact our support team to reactivate your account.",
  },
  {
    state: { isActive: true, subscriptionStatus: "suspended" },
    title: "Account Suspended",
    badge: "Suspended",
    text: /suspended due to payment issues\. Please update your payment method/,
  },
  {
    state: { isActive: true, subscriptionStatus: "expired" },
    title: "Subscription Expired",
    badge: "Expired",
    text: /Please renew to access patient data/,
  },
  {
    // No installation has such a status yet.
    state: { isActive: true, subscriptionStatus: "on hold" },
    title: "Access Restricted",
    badge: "Restricted",
    text: /Access to your clinic account is restricted/,
  },
];
type State = (typeof states)[number]["state"];
const expired: State = { isActive: true, subscriptionStatus: "expired" };
const good: State = { isActive: true, subscriptionStatus: "active" };

/** The platform administrator, in another browser, changes a clinic's standing. */
async function administrator(request: APIRequestContext, page: Page, clinic: ClinicAtWork) {
  const { clinicId } = await asOwner(page, clinic.token).get("/api/auth/me");
  const password = "sinigang-at-noon-7";
  const { token } = await (
    await request.post("/api/admin/login", { data: { email: adminEmail, password } })
  ).json();
  const put = async (what: string, data: object) => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await request.put(`/api/admin/clinics/${clinicId}/${what}`, { data, headers })).status()).toBe(
      200,
    );
  };
  return async ({ isActive, subscriptionStatus }: State) => {
    await put("status", { isActive });
    await put("subscription", { subscriptionStatus });
  };
}

/** The administrator, in another window, releases the clinic's data. */
async function releaseInConsole(page: Page, clinic: ClinicAtWork) {
  const own = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const screen = await own?.newPage();
  if (!screen) throw new Error("There is no browser.");
  await signIn(screen, adminEmail);
  await screen.goto(`/admin/clinics?search=${encodeURIComponent(clinic.email)}`);
  await screen.getByRole("button", { name: `Release the data of ${clinic.clinicName}` }).click();
  await screen.getByLabel("Reason").fill("The clinic leaves");
  await expectAccessible(screen);
  await screen.getByRole("button", { name: "Release" }).click();
  await expect(screen.getByText(`The data of ${clinic.clinicName} is released for 14 days`)).toBeVisible();
  await own?.close();
}

const cover = (page: Page, name?: string) => page.getByRole("alertdialog", name ? { name } : {});
const halfAMinute = (page: Page) => page.clock.fastForward(31_000);

test("a working clinic is blocked at its next call, sees which of four states it is in, and is let in again", async ({
  page,
  request,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  const set = await administrator(request, page, clinic);
  await page.clock.install();
  await page.goto("/patients");
  await expect(page.getByText(mariluz).first()).toBeVisible();

  for (const [index, { state, title, badge, text }] of states.entries())
    await test.step(title, async () => {
      const isKnown = state.subscriptionStatus !== "on hold";
      if (isKnown) await set(state);
      else
        await page.route(/\/api\/(?!auth\/logout)/, (route) =>
          route.fulfill({
            status: 403,
            json: {
              code: "clinic_suspended",
              message: "Suspended",
              suspended: true,
              clinic: { name: clinic.clinicName, ...state },
            },
          }),
        );
      if (index === 0)
        await page.getByRole("searchbox", { name: "Search patients", exact: true }).fill("Abad");
      else await halfAMinute(page);
      await expect(cover(page, title)).toBeVisible();
      await expect(cover(page).getByText(badge, { exact: true })).toBeVisible();
      await expect(cover(page).getByText(text)).toBeVisible();
      await expect(cover(page).getByText(clinic.clinicName)).toBeVisible();
      await expect(cover(page).getByRole("link", { name: "+63 32 255 0142" })).toHaveAttribute(
        "href",
        "tel:+63322550142",
      );
      await expect(cover(page).getByRole("link", { name: "help@klinika.test" })).toHaveAttribute(
        "href",
        "mailto:help@klinika.test",
      );
      await expect(page.getByText(mariluz)).toHaveCount(0);
      await expectAccessible(page);
    });

  await test.step("once lifted, the open page works again without a sign-in", async () => {
    await page.unrouteAll();
    await set(good);
    await halfAMinute(page);
    await expect(cover(page)).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Search patients", exact: true }).fill("");
    await expect(page.getByText(mariluz).first()).toBeVisible();
    expect(await page.evaluate("sessionStorage.getItem('suspensionInfo')")).toBeNull();
    await page.reload();
    await expect(page.getByText(mariluz).first()).toBeVisible();
  });
});

test("only its two buttons close it, and nobody else gets what was being typed", { tag: "@release" }, async ({
  page,
  request,
  context,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  const set = await administrator(request, page, clinic);
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await page.clock.install();
  await page.goto("/patients");
  await expect(page.getByText(mariluz).first()).toBeVisible();
  await page.goto("/patients?open=add");
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await form.getByLabel("Sex").selectOption("M");
  await untilKept(page);

  await test.step("it opens over a form that is being filled in", async () => {
    await set(expired);
    await form.getByRole("button", { name: "Save Patient" }).click();
    await expect(cover(page, "Subscription Expired")).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page.getByText("Failed to add patient")).toHaveCount(0);
    await untilKept(page, 0);
  });

  await test.step("Esc, a click beside it, Back, Tab and another tab leave it open", async () => {
    await expect(cover(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(cover(page)).toBeVisible();
    for (const name of ["+63 32 255 0142", "help@klinika.test"]) {
      await page.keyboard.press("Tab");
      await expect(cover(page).getByRole("link", { name })).toBeFocused();
    }
    for (const name of ["Update Account & Payment", "Sign Out"]) {
      await page.keyboard.press("Tab");
      await expect(cover(page).getByRole("button", { name })).toBeFocused();
    }
    await page.keyboard.press("Tab");
    await expect(cover(page).getByRole("link", { name: "+63 32 255 0142" })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(cover(page).getByRole("button", { name: "Sign Out" })).toBeFocused();
    const other = await context.newPage();
    await other.goto("/patients");
    await expect(cover(other, "Subscription Expired")).toBeVisible();
    await other.close();
    await page.goBack();
    await expect(cover(page, "Subscription Expired")).toBeVisible();
    await expect(page.getByText(mariluz)).toHaveCount(0);
  });

  await test.step("its stored part is read once, without a request", async () => {
    const asked: string[] = [];
    page.on("request", (sent) => sent.url().includes("/api/") && asked.push(sent.url()));
    await page.evaluate(
      "sessionStorage.setItem('suspensionInfo', JSON.stringify({ name: 'Kept Clinic', subscriptionStatus: 'suspended', isActive: true }))",
    );
    await page.goto("/patients?open=add");
    await expect(cover(page, "Account Suspended")).toContainText("Kept Clinic");
    expect(await page.evaluate("sessionStorage.getItem('suspensionInfo')")).toBeNull();
    expect(asked).toEqual([]);
  });

  await test.step("once lifted, the form is open again, and empty", async () => {
    await set(good);
    await halfAMinute(page);
    await expect(form.getByLabel("Patient name")).toHaveValue("");
    await expect(offer(page)).toHaveCount(0);
  });

  await test.step("Update Account & Payment leads to the contact section, prefilled", async () => {
    await set(expired);
    await page.goto("/patients");
    await cover(page).getByRole("button", { name: "Update Account & Payment" }).click();
    await expect(page).toHaveURL(/\/\?.*#contact$/);
    await expect(page.getByLabel("Subject")).toHaveValue("Update Account & Payment");
    await expect(page.getByLabel("Clinic", { exact: true })).toHaveValue(clinic.clinicName);
    await expect(page.getByLabel("Subject")).toBeInViewport();
    await expect(cover(page)).toHaveCount(0);
    expect(await page.evaluate("sessionStorage.getItem('suspensionInfo')")).toBeNull();
  });

  await test.step("Sign Out clears what is stored and ends the session", async () => {
    await page.goto("/patients");
    await cover(page).getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL((url) => url.pathname === "/");
    expect(
      await page.evaluate("JSON.stringify({ ...sessionStorage, ...localStorage, clockOffset: undefined })"),
    ).toBe("{}");
    await set(good);
    await page.goto("/patients");
    await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  });
});

const login = (page: Page) => page.getByRole("button", { name: "Login", exact: true });
const doors = [
  { door: "the auth page", address: "/dashboard", send: login },
  { door: "the landing page", address: "/", send: login, isLanding: true },
  { door: "the landing page's staff view", address: "/", send: login, isLanding: true, isStaff: true },
  { door: "token login", address: "/token-login", send: login },
  {
    door: "staff login",
    address: "/staff-login",
    send: (page: Page) => page.getByRole("button", { name: "Login as Staff" }),
    isStaff: true,
  },
  { door: "the simplified page", address: "/simplified", send: login },
] as const;

test("at every sign-in page only the right password reveals it, in the modal and without a toast", {
  tag: "@release",
}, async ({ page, request }) => {
  const clinic = await openClinic(page);
  const set = await administrator(request, page, clinic);
  const staff = await comeAsStaff(page, clinic);
  await page.context().clearCookies();
  await set({ isActive: true, subscriptionStatus: "suspended" });
  for (const { door, address, send, ...more } of doors)
    await test.step(door, async () => {
      await page.goto(address);
      if ("isLanding" in more) await page.getByRole("button", { name: "Login" }).first().click();
      const box = "isLanding" in more ? page.getByRole("dialog", { name: "Login" }) : page.locator("body");
      if ("isLanding" in more && "isStaff" in more)
        await box.getByRole("button", { name: "Staff Access" }).click();
      await box.getByLabel("Email").fill("isStaff" in more ? staff.email : clinic.email);
      await box.getByLabel("Password", { exact: true }).fill("not the password");
      const button =
        "isLanding" in more ? box.getByRole("button", { name: "Login", exact: true }) : send(page);
      await button.click();
      await expect(page.getByText("Invalid email or password")).toBeVisible();
      await expect(cover(page)).toHaveCount(0);
      await box.getByLabel("Password", { exact: true }).fill(clinic.password);
      await button.click();
      await expect(cover(page, "Account Suspended")).toContainText(clinic.clinicName);
      await expect(page.getByText("Login Error")).toHaveCount(0);
      await cover(page).getByRole("button", { name: "Sign Out" }).click();
      await expect(cover(page)).toHaveCount(0);
      await expect(page).toHaveURL((url) => url.pathname === "/");
    });
  await test.step("Update Account & Payment, from the page it leads to", async () => {
    await page.goto("/");
    await page.getByRole("button", { name: "Login" }).first().click();
    const box = page.getByRole("dialog", { name: "Login" });
    await box.getByLabel("Email").fill(clinic.email);
    await box.getByLabel("Password", { exact: true }).fill(clinic.password);
    await box.getByRole("button", { name: "Login", exact: true }).click();
    await expect(cover(page)).toBeVisible();
    await page.reload();
    await expect(cover(page, "Account Suspended")).toBeVisible();
    await cover(page).getByRole("button", { name: "Update Account & Payment" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Update Account & Payment");
  });
});

test("the owner of a closed clinic gets its export once it is released, and nothing else", {
  tag: ["@both", "@release"],
}, async ({ page, request }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz }] });
  const set = await administrator(request, page, clinic);
  await set({ isActive: true, subscriptionStatus: "suspended" });
  await page.goto("/dashboard");
  await expect(cover(page, "Account Suspended")).toBeVisible();
  await releaseInConsole(page, clinic);
  await page.goto("/dashboard");
  await expect(page.getByText("its data is released to you for a time")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make an Export" }).click();
  await expect(page.getByRole("button", { name: /^Download the export/ })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole("button", { name: /^Download the export/ })).toBeVisible();
  await expect(page.getByText(mariluz)).toHaveCount(0);
});
