import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import { comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import {
  aClinic,
  draftCount,
  keptDrafts,
  noteTyping,
  offer,
  typePulse,
  untilAllKept,
  untilKept,
  vitalsOf,
} from "#e2e/support/drafts.ts";

// A draft belongs to its author: encrypted, offered only for its record and form, and removed when another user signs in.

test("nobody can read it outside the product, and Discard removes it", { tag: "@release" }, async ({
  page,
}) => {
  const { id } = await aClinic(page);
  await page.goto("/patients?open=add");
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await untilAllKept(page);
  const [row] = await keptDrafts(page);
  expect(row).toMatchObject({ form: "add-patient", record: "", iv: 12 });
  expect(JSON.stringify(row)).not.toContain("Abad");
  await page.reload();
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect.poll(() => draftCount(page)).toBe(0);
  await expect(form.getByLabel("Patient name")).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
  // Discarded in the question of a closing form.
  await untilAllKept(page);
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
  await expect.poll(() => draftCount(page)).toBe(0);
  expect(id).toBeGreaterThan(0);
});

test("it is offered only to its author for that record and form; another user's sign-in removes it", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await aClinic(page);
  const { id, other, email } = clinic;
  await typePulse(page, id);
  await page.goto(vitalsOf(other));
  await expect(page.getByLabel("Pulse")).toBeVisible();
  await page.goto("/patients?open=add-form");
  await expect(page.getByRole("dialog").getByLabel("Pulse")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await page.goto(vitalsOf(id));
  await expect(offer(page)).toBeVisible();

  await test.step("another user of the clinic", async () => {
    await page.goto("about:blank");
    await comeAsStaff(page, clinic);
    await page.goto(vitalsOf(id));
    await expect(page.getByLabel("Pulse")).toBeVisible();
    await expect.poll(() => draftCount(page)).toBe(0);
    await expect(offer(page)).toHaveCount(0);
  });

  await test.step("another clinic's user", async () => {
    await page.goto("about:blank");
    await signIn(page, email);
    await page.goto("/patients?open=add");
    await page.getByRole("dialog").getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
    await untilAllKept(page);
    await page.goto("about:blank");
    await page.context().clearCookies();
    await openClinic(page);
    await page.goto("/patients?open=add");
    await expect(page.getByRole("dialog").getByLabel("Patient name")).toHaveValue("");
    await expect.poll(() => draftCount(page)).toBe(0);
    await expect(offer(page)).toHaveCount(0);
  });
});

test("it shows its date after a day, and is removed after seven", { tag: "@release" }, async ({ page }) => {
  const now = Date.now();
  const days = (count: number) => now + count * 24 * 3_600_000 + 60_000;
  await page.clock.install({ time: now });
  const { id } = await aClinic(page);
  await page.goto(vitalsOf(id));
  await page.getByRole("dialog").getByLabel("Pulse").fill("86");
  await page.clock.runFor(1000);
  await untilKept(page);
  // The time is the server's.
  let passed = 6;
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: new Date(days(passed)).toUTCString() };
    await route.fulfill({ response, headers });
  });
  await page.clock.setSystemTime(days(6));
  await page.reload();
  await expect(offer(page)).toHaveText(/Draft saved \w{3} \d+, 20\d\d, \d+:\d\d/);
  passed = 7;
  await page.clock.setSystemTime(days(7));
  await page.reload();
  await expect(page.getByLabel("Pulse")).toBeVisible();
  await expect.poll(() => draftCount(page)).toBe(0);
  await expect(offer(page)).toHaveCount(0);
});

test("after a power cut and a new sign-in the same user continues", { tag: "@release" }, async ({ page }) => {
  const { id, email, password } = await aClinic(page);
  const { baseURL = "", launchOptions } = test.info().project.use;
  const folder = await mkdtemp(join(tmpdir(), "klinika-desk-"));
  const powerOn = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL,
      reducedMotion: "reduce",
    });
    await noteTyping(context);
    return context;
  };
  const logIn = async (desk: Page) => {
    await desk.goto("/dashboard");
    await desk.getByLabel("Email").fill(email);
    await desk.getByLabel("Password", { exact: true }).fill(password);
    await desk.getByRole("button", { name: "Login" }).click();
    await expect(desk.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  };
  try {
    const first = await powerOn();
    const desk = first.pages()[0] ?? (await first.newPage());
    await logIn(desk);
    await typePulse(desk, id, "97");
    await first.close();

    const second = await powerOn();
    const again = second.pages()[0] ?? (await second.newPage());
    await second.clearCookies();
    await again.goto("/");
    await again.evaluate("localStorage.clear()");
    await logIn(again);
    await again.goto(vitalsOf(id));
    await offer(again).getByRole("button", { name: "Restore" }).click();
    await expect(again.getByLabel("Pulse")).toHaveValue("97");
    await second.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("another user logs in where the session ended, and sees nothing of it", { tag: "@release" }, async ({
  page,
  request,
}) => {
  const clinic = await aClinic(page);
  const staff = await comeAsStaff(page, clinic, { permissions: ["view_patients", "add_patients"] });
  await page.context().clearCookies();
  const { token } = await (
    await page.request.post("/api/auth/login", { data: { email: clinic.email, password: clinic.password } })
  ).json();
  await typePulse(page, clinic.id);
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  await page.getByRole("button", { name: "Record Vital Signs" }).click();
  const cover = page.getByRole("dialog", { name: "Please log in again" });
  await cover.getByLabel("Email").fill(staff.email);
  await cover.getByLabel("Password", { exact: true }).fill(staff.password);
  await cover.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/staff-dashboard/);
  await page.waitForLoadState("load");
  await page.goto(vitalsOf(clinic.id));
  await expect.poll(() => draftCount(page)).toBe(0);
  await expect(page.getByLabel("Pulse")).toHaveValue("");
  await expect(offer(page)).toHaveCount(0);
});
