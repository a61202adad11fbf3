import { expect, type Page, type Request, test } from "@playwright/test";
import { adminEmail, openClinic, signIn } from "#e2e/support/clinic.ts";

// Freshness of the screens: section 9 of the first specification, with a clock that the story advances.

type Read = { path: string; isPoll: boolean; hasEtag: boolean; status: number };

const isRead = (request: Request) =>
  request.method() === "GET" && new URL(request.url()).pathname.startsWith("/api/");

/** Every completed read of the API, by its path. */
function listen(page: Page) {
  const reads: Read[] = [];
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (isRead(request)) underWay.add(request);
  });
  page.on("requestfailed", (request) => underWay.delete(request));
  page.on("response", (response) => {
    const request = response.request();
    if (!isRead(request)) return;
    underWay.delete(request);
    const headers = request.headers();
    const { pathname } = new URL(request.url());
    reads.push({
      path: pathname,
      isPoll: headers["x-klinika-poll"] === "1",
      hasEtag: "if-none-match" in headers,
      status: response.status(),
    });
  });
  return {
    of: (path: string) => reads.filter((read) => read.path === path),
    all: () => reads.length,
    besideQueue: () => reads.filter(({ path }) => !ofQueue.includes(path)).length,
    /** Once those under way have ended. */
    async forget() {
      await expect.poll(() => underWay.size).toBe(0);
      reads.splice(0);
    },
  };
}

const seconds = (page: Page, count: number) => page.clock.fastForward(count * 1000);

/** Hides the tab behind another one, or shows it again. */
const show = (page: Page, state: "hidden" | "visible") =>
  page.evaluate(`
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "${state}" });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => ${state === "hidden"} });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  `);

async function openAndRecord(page: Page, address: string) {
  const reads = listen(page);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  return reads;
}

/** Polled every 15 or 60 seconds. */
const ofQueue = [
  "/api/visits",
  "/api/visits/unfinished",
  "/api/appointments",
  "/api/visits/vital-signs",
  "/api/visitors",
];
const polled = ["/api/consultations/today", "/api/referrals/waiting-count", "/api/notifications"];

test("today, referrals and notifications: every 30 seconds, unchanged a 304, paused in a hidden tab", {
  tag: "@release",
}, async ({ page }) => {
  await openClinic(page, { patients: [{ patientName: "Uy, Benjamin Tan", age: 61 }] });
  await page.clock.install();
  const reads = await openAndRecord(page, "/dashboard");
  // The patients' table, below the fold, loads a moment after the rest.
  await seconds(page, 3);
  await expect.poll(() => reads.of("/api/patients").length).toBe(1);
  const once = async (count = 1) => {
    for (const path of polled) await expect.poll(() => reads.of(path).length, path).toBe(count);
  };
  await once();
  for (const path of polled) expect(reads.of(path)).toMatchObject([{ isPoll: false, status: 200 }]);
  await reads.forget();

  await test.step("not before their interval, then once, as polls, with the etag; nothing else is read", async () => {
    await seconds(page, 20);
    expect(reads.besideQueue()).toBe(0);
    await seconds(page, 11);
    await once();
    for (const path of polled)
      expect(reads.of(path)).toEqual([{ path, isPoll: true, hasEtag: true, status: 304 }]);
    expect(reads.besideQueue()).toBe(polled.length);
  });

  await test.step("hidden, nothing is polled; shown again, what came due is read immediately", async () => {
    await reads.forget();
    await show(page, "hidden");
    await seconds(page, 31);
    await seconds(page, 31);
    expect(reads.all()).toBe(0);
    await show(page, "visible");
    await once();
    expect(reads.besideQueue()).toBe(polled.length);
    for (const path of polled) expect(reads.of(path)).toMatchObject([{ isPoll: true }]);
  });

  await test.step("shown again right after, nothing is read", async () => {
    await reads.forget();
    await show(page, "hidden");
    await show(page, "visible");
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    expect(reads.all()).toBe(0);
    await seconds(page, 20);
    expect(reads.besideQueue()).toBe(0);
  });

  await test.step("a failure is not retried early; the next poll is sent", async () => {
    await page.route("**/api/consultations/today?*", (route) => route.fulfill({ status: 503, body: "" }));
    await seconds(page, 11);
    await once();
    await expect(page.getByText("Could not be refreshed")).toBeVisible();
    await expect(page.getByText("Uy, Benjamin Tan").first()).toBeVisible();
    await seconds(page, 20);
    await once();
    await page.unroute("**/api/consultations/today?*");
    await seconds(page, 11);
    await once(2);
    await expect(page.getByText("Could not be refreshed")).toHaveCount(0);
  });
});

test("the counts in the menu: the same on a page that shows none of the lists", { tag: "@release" }, async ({
  page,
}) => {
  await openClinic(page);
  await page.clock.install();
  const reads = await openAndRecord(page, "/security");
  for (const path of polled) await expect.poll(() => reads.of(path).length, path).toBe(1);
  await reads.forget();
  await seconds(page, 31);
  for (const path of polled)
    await expect.poll(() => reads.of(path)).toEqual([{ path, isPoll: true, hasEtag: true, status: 304 }]);
  expect(reads.all()).toBe(polled.length);
  await reads.forget();
  await show(page, "hidden");
  await seconds(page, 31);
  expect(reads.all()).toBe(0);
  await show(page, "visible");
  for (const path of polled) await expect.poll(() => reads.of(path).length, path).toBe(1);
  expect(reads.all()).toBe(polled.length);
});

test("the current user is fresh for five minutes, and is not retried", { tag: "@release" }, async ({
  page,
}) => {
  await openClinic(page);
  await page.clock.install();
  const reads = await openAndRecord(page, "/patients");
  const me = () => reads.of("/api/auth/me").length;
  const go = async (name: string, heading: string) => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
  };
  expect(me()).toBe(1);
  await seconds(page, 4 * 60);
  await go("Settings", "Clinic Settings");
  // Late parts of the page read the user too; they must load while the query is fresh.
  await expect(page.getByRole("textbox", { name: "Clinic name" })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(me()).toBe(1);
  await seconds(page, 61);
  await show(page, "hidden");
  await show(page, "visible");
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  expect(me()).toBe(1);
  await go("Patients", "Patient Management");
  await expect.poll(me).toBe(2);
  await reads.forget();
  await page.route("**/api/auth/me", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/patients");
  await expect(page.getByRole("heading", { name: "Klinika cannot be reached" })).toBeVisible();
  await seconds(page, 30);
  expect(me()).toBe(1);
});

const consolePolls = [
  { address: "/admin/reports", path: "/api/admin/stats", every: 30 },
  { address: "/admin/clinics", path: "/api/admin/clinics", every: 60 },
  { address: "/admin/users", path: "/api/admin/users", every: 60 },
];

test("the administrator's console: figures every 30 seconds, clinics and users every 60", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page, adminEmail);
  await page.clock.install();
  const reads = listen(page);
  for (const { address, path, every } of consolePolls)
    await test.step(path, async () => {
      await page.goto(address);
      await expect(page.getByText(/^Updated \d/)).toBeVisible();
      await page.waitForLoadState("networkidle");
      await reads.forget();
      await seconds(page, every - 5);
      expect(reads.of(path)).toEqual([]);
      await seconds(page, 6);
      await expect.poll(() => reads.of(path).length).toBe(1);
      expect(reads.of(path)).toMatchObject([{ isPoll: true, hasEtag: true }]);
      await reads.forget();
      await show(page, "hidden");
      await seconds(page, every + 1);
      expect(reads.of(path)).toEqual([]);
      await show(page, "visible");
      await expect.poll(() => reads.of(path).length).toBe(1);
    });
});

test("the simplified page polls today's list every 30 seconds, and not while it is hidden", {
  tag: ["@phone", "@release"],
}, async ({ page }) => {
  await openClinic(page);
  await page.clock.install();
  const reads = await openAndRecord(page, "/simplified");
  const path = "/api/consultations/today";
  await expect.poll(() => reads.of(path).length).toBe(1);
  await seconds(page, 31);
  await expect.poll(() => reads.of(path).length).toBe(2);
  expect(reads.of(path)[1]).toEqual({ path, isPoll: true, hasEtag: true, status: 304 });
  await show(page, "hidden");
  await seconds(page, 31);
  expect(reads.of(path)).toHaveLength(2);
  await show(page, "visible");
  await expect.poll(() => reads.of(path).length).toBe(3);
});
