import { expect, type Page, test } from "@playwright/test";
import { asOwner, openClinic, pressAddPatient } from "#e2e/support/clinic.ts";
import { loseOneAnswer } from "#e2e/support/lost-answer.ts";
import { act, recordOf } from "#e2e/support/record.ts";

// The connection or the server fails in the middle: no input is lost, and nothing is done twice.

const mariluz = "Ybañez, Mariluz Sarmiento";

const noConnection = /You're offline\. Nothing was lost/;
const noAnswer = "You're offline. Reconnect and try again.";

async function aClinic(page: Page) {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  return { ...clinic, id: clinic.patientIds[0] ?? 0, api: asOwner(page, clinic.token) };
}

test("the server stops under an open list: its content stays, the error is plain, the button recovers", async ({
  page,
}) => {
  await aClinic(page);
  await page.goto("/patients");
  const row = page.getByText(mariluz).first();
  await expect(row).toBeVisible();
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  const box = page.getByRole("searchbox", { name: "Search patients", exact: true });
  await box.fill("Abad");
  await expect(page.getByRole("heading", { name: "Failed to fetch patients" })).toBeVisible();
  await expect(page.getByText(noAnswer)).toBeVisible();
  await expect(page.getByText(/Offline, showing data from \d+:\d\d/)).toBeVisible();
  // What was loaded before can be loaded again.
  await box.fill("");
  await expect(row).toBeVisible();
  await box.fill("Mariluz");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText(noAnswer)).toBeVisible();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(row).toBeVisible();
  await expect(page.getByText(/Offline, showing/)).toHaveCount(0);
});

test("today's list stays while the server is down, and its button recovers it", { tag: "@release" }, async ({
  page,
}) => {
  await aClinic(page);
  await page.goto("/consults");
  const row = page.getByRole("listitem").filter({ hasText: mariluz });
  await expect(row).toBeVisible();
  for (const fail of ["no link", "a proxy's page"]) {
    await page.route("**/api/**", (route) =>
      fail === "no link"
        ? route.abort("connectionrefused")
        : route.fulfill({ status: 502, body: "<h1>Bad</h1>" }),
    );
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("Could not be refreshed")).toBeVisible();
    await expect(row).toBeVisible();
    await expect(page.getByText(/<h1>|502/)).toHaveCount(0);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("Could not be refreshed")).toHaveCount(0);
    await expect(row).toBeVisible();
  }
});

test("a server that is up again is noticed, on a page that sends no requests itself", {
  tag: "@release",
}, async ({ page }) => {
  await page.clock.install();
  const { id } = await aClinic(page);
  await page.goto(`/patients?open=vitals&patient=${id}`);
  const form = page.getByRole("dialog", { name: "Record Vital Signs" });
  await form.getByLabel("Pulse").fill("86");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await form.getByRole("button", { name: "Record Vital Signs" }).click();
  const bar = page.getByText(/Offline, showing data from \d+:\d\d/);
  await expect(bar).toBeVisible();
  await page.unroute("**/api/**");
  await page.clock.fastForward("01:00");
  await expect(bar).toHaveCount(0);
  await expect(form.getByLabel("Pulse")).toHaveValue("86");
});

test("an offline browser says so, keeps what was typed, and continues once online", {
  tag: "@release",
}, async ({ page, context }) => {
  const { api } = await aClinic(page);
  await page.goto("/patients");
  await pressAddPatient(page);
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await form.getByLabel("Sex").selectOption("M");
  const bar = page.getByText(/Offline, showing data from \d+:\d\d/);
  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText(noConnection)).toBeVisible();
  await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText("Patient added successfully")).toBeVisible();
  expect(await api.get("/api/patients")).toHaveLength(2);
});

test("the session ends while a patient is typed, and logging in in place continues", async ({
  page,
  request,
}) => {
  const { token, password, email } = await aClinic(page);
  await page.goto("/patients?open=add");
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Sex").selectOption("M");
  // No other request may come after the end of the session.
  const searched = page.waitForResponse("**/api/patients/duplicates");
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await searched;
  const ended = await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  expect(ended.ok()).toBe(true);
  await form.getByRole("button", { name: "Save Patient" }).click();
  const cover = page.getByRole("dialog", { name: "Please log in again" });
  await expect(cover).toBeVisible();
  await expect(cover.getByLabel("Email")).toHaveValue(email);
  await expect(cover.getByLabel("Password", { exact: true })).toBeFocused();
  await cover.getByLabel("Password", { exact: true }).fill(password);
  const answer = page.waitForResponse("**/api/auth/login");
  await cover.getByRole("button", { name: "Login" }).click();
  const again = await (await answer).json();
  await expect(cover).toHaveCount(0);
  await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText(/Patient added successfully/)).toBeVisible();
  expect(await asOwner(page, again.token).get("/api/patients")).toHaveLength(2);
});

test("a payment is taken once when its form is submitted twice and its response is lost", async ({
  page,
}) => {
  const { id, api } = await aClinic(page);
  await api.post("/api/services", { name: "Consultation", amount: "1000" });
  await page.goto(`/patients?open=payment&patient=${id}`);
  const form = page.getByRole("dialog", { name: "Take Payment" });
  await form.getByRole("button", { name: "Add from price list" }).click();
  await page.getByRole("menuitem", { name: /^Consultation/ }).click();
  await form.getByRole("button", { name: "Another Way" }).click();
  // A part of it, so that a second one would be accepted as well.
  await form.getByLabel("Cash received").fill("250");
  await loseOneAnswer(page, /\/payments$/);
  const save = form.getByRole("button", { name: "Save", exact: true });
  await save.dblclick();
  await expect(page.getByText(noConnection)).toBeVisible();
  await expect(form.getByLabel("Cash received")).toHaveValue("250.00");
  await save.dblclick();
  await expect(form).toBeHidden();
  const { bills } = await api.get(`/api/patients/${id}/bills`);
  expect(bills).toMatchObject([{ due: "1000.00", paid: "250.00", payments: [{ amount: "250.00" }] }]);
});

test("Back closes a dialog, Forward and a reload open it again", { tag: "@release" }, async ({ page }) => {
  const { id } = await aClinic(page);
  await page.goto("/patients");
  await page.getByRole("button", { name: mariluz, exact: true }).click();
  const details = recordOf(page);
  await act(page, "Record Vitals");
  const vitals = page.getByRole("dialog", { name: "Record Vital Signs" });
  await expect(vitals).toBeVisible();
  await page.goBack();
  await expect(vitals).toHaveCount(0);
  await expect(details).toBeVisible();
  await page.reload();
  await expect(details.getByText(mariluz).first()).toBeVisible();
  await page.goForward();
  await expect(vitals).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === "/patients" && url.search === "");
  expect(id).toBeGreaterThan(0);
});
