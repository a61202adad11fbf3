import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { everythingKept, keptAddresses, untilWorkerIsReady } from "#e2e/support/browser-storage.ts";
import { adminEmail, asOwner, type ClinicAtWork, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { recordOf } from "#e2e/support/record.ts";
import { recordAddress } from "#shared/record-address.ts";

// The installed application offline: opened pages are readable, and nothing is left after signing out.

test.use({ serviceWorkers: "allow" });

const mariluz = "Ybañez, Mariluz Sarmiento";
const bar = (page: Page) => page.getByText(/Offline, showing data from \d+:\d\d [AP]M/);
const details = recordOf;
/** Of the tab with the chief complaint. */
const detailsOf = (id: number) => recordAddress(id, "details");

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/dashboard");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

/** `isQueued`: the patient has a number before the browser first asks. */
async function aDesk(page: Page, { isQueued = false } = {}): Promise<ClinicAtWork & { id: number }> {
  const clinic = await openClinic(page, {
    patients: [
      { patientName: "Uy, Benjamin Tan", age: 61, sex: "M" },
      { patientName: mariluz, age: 33, allergies: "penicillin", chiefComplaint: "Chest pain on exertion" },
    ],
  });
  if (isQueued) await asOwner(page, clinic.token).post("/api/visits", { patientId: clinic.patientIds[0] });
  await page.context().clearCookies();
  await logIn(page, clinic);
  return { ...clinic, id: clinic.patientIds[0] ?? 0 };
}

async function openDetails(page: Page, id: number): Promise<void> {
  await page.goto(detailsOf(id));
  await expect(details(page).getByText("Chest pain on exertion").first()).toBeVisible();
}

const untilKept = (page: Page, ...addresses: string[]) =>
  expect.poll(() => keptAddresses(page)).toEqual(expect.arrayContaining(addresses));

async function logOut(page: Page): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Peñaflor/ })
    .click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

test("after one visit opened pages are readable offline, and nothing is left after signing out", {
  tag: "@release",
}, async ({ page, context }) => {
  const { id } = await aDesk(page, { isQueued: true });
  await test.step("it can be installed", async () => {
    const link = page.locator('link[rel="manifest"]');
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toContain("application/manifest+json");
    expect(answer.headers()["cache-control"]).toBe("no-cache");
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ name: "Klinika", start_url: "/dashboard", display: "standalone" });
    for (const { src, sizes } of manifest.icons) {
      const side = await page.evaluate<string>(
        `createImageBitmap(await (await fetch(${JSON.stringify(src)})).blob()).then(({ width, height }) => width + "x" + height)`.replace(
          /^(.*)$/s,
          "(async () => $1)()",
        ),
      );
      expect(side).toBe(sizes);
    }
    expect(await untilWorkerIsReady(page)).toBe(true);
  });

  await page.goto("/consults");
  await expect(page.getByRole("region", { name: "Waiting" }).getByText(mariluz)).toBeVisible();
  // A response is stored a moment after it is shown.
  await untilKept(page, "/api/visits");
  await page.goto("/patients");
  await expect(page.getByText(mariluz).locator("visible=true").first()).toBeVisible();
  await untilKept(page, "/api/patients?limit=25");
  await openDetails(page, id);
  await untilKept(
    page,
    "/api/auth/me",
    "/api/auth/draft-key",
    "/api/consultations/today?limit=5000",
    "/api/patients?limit=25",
    `/api/patients/${id}`,
    `/api/patients/${id}/head`,
    `/api/patients/${id}/summary`,
  );
  expect((await everythingKept(page)).text).not.toContain("Ybañez");

  await context.setOffline(true);
  await test.step("Today, the list and an opened patient, with their time", async () => {
    await page.goto("/dashboard");
    await expect(page.getByText(mariluz).locator("visible=true").first()).toBeVisible();
    await expect(bar(page)).toBeVisible();
    await expectAccessible(page);
    await page.goto("/consults");
    await expect(page.getByRole("region", { name: "Waiting" }).getByText(mariluz)).toBeVisible();
    await expect(bar(page)).toBeVisible();
    await page.goto("/patients");
    await expect(page.getByText(mariluz).locator("visible=true").first()).toBeVisible();
    await expect(bar(page)).toBeVisible();
    await page.goto(detailsOf(id));
    await expect(details(page).getByText("Chest pain on exertion").first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the landing page and the page for weak connections start as the application", async () => {
    for (const address of ["/", "/simplified"]) {
      await page.goto(address);
      await expect(page.getByText(mariluz).locator("visible=true").first()).toBeVisible();
      await expect(bar(page)).toBeVisible();
    }
  });

  await test.step("a search covers what was opened, and says when that is not enough", async () => {
    await page.goto("/patients?q=ybanez");
    await expect(page.getByText(mariluz).locator("visible=true").first()).toBeVisible();
    await expect(page.getByText("Uy, Benjamin Tan")).toHaveCount(0);
    await expect(page.getByText("Offline: only patients opened on this device were searched.")).toBeVisible();
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
    await page.goto("/patients?q=nobody");
    await expect(page.getByText(/^You're offline/).first()).toBeVisible();
  });

  await test.step("a change is refused with a message, and what was typed stays", async () => {
    await page.goto(`/patients?open=vitals&patient=${id}`);
    const form = page.getByRole("dialog", { name: "Record Vital Signs" });
    await form.getByLabel("Pulse").fill("86");
    await form.getByRole("button", { name: /Save|Record/ }).click();
    await expect(page.getByText(/^You're offline\. Nothing was lost/)).toBeVisible();
    await expect(form.getByLabel("Pulse")).toHaveValue("86");
    await page.reload();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(form.getByLabel("Pulse")).toHaveValue("86");
  });

  await test.step("once online the same page is fresh", async () => {
    const read = page.waitForResponse((answer) => answer.url().includes("/api/patients?limit=25"));
    await context.setOffline(false);
    expect((await read).status()).toBe(200);
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole("dialog").getByLabel("Pulse")).toHaveValue("86");
  });

  await test.step("signing out removes all of it", async () => {
    await page.goto("/patients");
    await expect(page.getByText(mariluz).locator("visible=true").first()).toBeVisible();
    await logOut(page);
    await expect(page).toHaveURL((url) => url.pathname === "/");
    const { text, databases } = await everythingKept(page);
    expect(databases).toEqual([]);
    for (const planted of [
      "Ybañez",
      "Ybañez",
      "Benjamin",
      "penicillin",
      "Chest pain",
      "Peñaflor",
      "clinic.test",
    ])
      expect(text).not.toContain(planted);
    await page.goBack();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await expect(page.getByText(mariluz)).toHaveCount(0);
    await context.setOffline(true);
    await page.goto("/dashboard");
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  });
});

test("staff mode, a typed logout, another clinic: each finds nothing of the previous user", {
  tag: "@release",
}, async ({ page, context }) => {
  const clinic = await openClinic(page, {
    patients: [{ patientName: mariluz, age: 33, chiefComplaint: "Chest pain on exertion" }],
  });
  const [id = 0] = clinic.patientIds;
  const staff = await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
  await page.context().clearCookies();
  const other = await openClinic(page, { patients: [{ patientName: "Abad, Joaquin Luis", age: 40 }] });
  await page.context().clearCookies();

  await logIn(page, clinic);
  await openDetails(page, id);
  await untilKept(page, `/api/patients/${id}`);
  await untilWorkerIsReady(page);

  await test.step("the secretary at the owner's desk reads nothing that she may not see", async () => {
    await page.goto("/staff-access");
    await page.getByLabel("Email").fill(staff.email);
    await page.getByLabel("Password", { exact: true }).fill(staff.password);
    await page.getByRole("button", { name: "Login as Staff" }).click();
    await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
    await untilKept(page, "/api/auth/me");
    expect(await keptAddresses(page)).not.toContain(`/api/patients/${id}`);
    await context.setOffline(true);
    await page.goto(detailsOf(id));
    await expect(page.getByText(/^Offline/)).toBeVisible();
    await expect(page.getByText("Chest pain on exertion")).toHaveCount(0);
    await context.setOffline(false);
  });

  await test.step("the typed address logs out, and the server clears the browser's storage", async () => {
    await page.goto("/api/auth/logout");
    await expect(page).toHaveURL((url) => url.pathname === "/");
    const { text, databases } = await everythingKept(page);
    expect(databases).toEqual([]);
    for (const planted of ["Ybañez", "Chest pain", "clinic.test"]) expect(text).not.toContain(planted);
  });

  await test.step("another clinic's owner", async () => {
    await logIn(page, other);
    await page.goto("/patients");
    await expect(page.getByText("Abad, Joaquin Luis").first()).toBeVisible();
    await untilKept(page, "/api/patients?limit=25");
    await untilWorkerIsReady(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("Abad, Joaquin Luis").first()).toBeVisible();
    await page.goto(detailsOf(id));
    await expect(page.getByText(/^Offline/)).toBeVisible();
    await expect(page.getByText("Chest pain on exertion")).toHaveCount(0);
  });

  await test.step("it locks when the session has expired", async () => {
    await page.clock.install({ time: Date.now() + 3 * 3_600_000 });
    await page.goto("/patients");
    await expect(page.getByRole("heading", { name: "Klinika cannot be reached" })).toBeVisible();
    await expect(page.getByText("Abad, Joaquin Luis")).toHaveCount(0);
    expect(await keptAddresses(page)).toEqual([]);
  });
});

test("a suspension removes what was stored", { tag: "@release" }, async ({ page, request }) => {
  const { id, token, password } = await aDesk(page);
  await openDetails(page, id);
  await untilKept(page, `/api/patients/${id}`);
  const { clinicId } = await asOwner(page, token).get("/api/auth/me");
  const admin = await request.post("/api/admin/login", { data: { email: adminEmail, password } });
  const suspended = await request.put(`/api/admin/clinics/${clinicId}/subscription`, {
    data: { subscriptionStatus: "suspended" },
    headers: { authorization: `Bearer ${(await admin.json()).token}` },
  });
  expect(suspended.status()).toBe(200);
  await page.goto("/patients");
  await expect(page.getByRole("alertdialog", { name: "Account Suspended" })).toBeVisible();
  await expect.poll(async () => (await everythingKept(page)).databases).toEqual([]);
  const { text } = await everythingKept(page);
  for (const planted of ["Ybañez", "Benjamin", "Chest pain"]) expect(text).not.toContain(planted);
});
