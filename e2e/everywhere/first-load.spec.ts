import { expect, type Page, type Request, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { countingLoads } from "#e2e/support/first-load.ts";
import { mostShift, shiftsOf, watchShifts } from "#e2e/support/layout-shift.ts";
import { openRecord } from "#e2e/support/record.ts";
import { recordAddress } from "#shared/record-address.ts";

// Scripts and styles of a first visit, gzip, until the page is idle: including what is cached for offline use after the
// first paint, excluding dialogs that are preloaded when idle, and toasts, which load at the first touch. The limits are a
// kilobyte or two above the measured sizes: a heavier screen fails here, and a lighter one should lower its limit.

const ceilings = [
  { address: "/", kB: 115 },
  { address: "/token-login", kB: 118 },
  { address: "/dashboard", kB: 205 },
  { address: "/patients", kB: 196 },
  { address: "/calendar", kB: 189 },
  { address: "/payments", kB: 201 },
  { address: "/reports", kB: 188 },
  { address: "/staff-dashboard", kB: 201 },
] as const;

test("no screen's first load grows unnoticed", { tag: "@release" }, async ({ page }) => {
  const loads = countingLoads(page);
  await watchShifts(page);
  for (const { address, kB } of ceilings)
    await test.step(address, async () => {
      if (address === "/dashboard") await openClinic(page);
      if (address === "/staff-dashboard") {
        await page.context().clearCookies();
        await comeAsStaff(page, await openClinic(page));
      }
      loads.start();
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      // A prerendered page has its heading before its code.
      await expect
        .poll(() => loads.sofar().kB, { message: "the application was not fetched" })
        .toBeGreaterThan(50);
      await loads.settled();
      const { files, kB: sum } = loads.sofar();
      expect
        .soft(sum, `kB of ${address}: ${files.map(([name, size]) => `${name} ${size}`).join(", ")}`)
        .toBeLessThanOrEqual(kB);
      const shifts = await shiftsOf(page);
      expect.soft(shifts.sum, `what moved: ${shifts.moved.join(" | ")}`).toBeLessThanOrEqual(mostShift);
    });
});

test("the requests that a page starts from its head are those of its screen, once each", {
  tag: "@release",
}, async ({ page }) => {
  const { token } = await openClinic(page);
  const owner = asOwner(page, token);
  const { id } = await owner.post("/api/patients", {
    admissionNo: "FIRST-2",
    hospital: "The Hospital at Maayo",
    patientName: "Tan, Rosario",
    sex: "F",
  });
  await watchFirstCalls(page);
  const records = [recordAddress(id), recordAddress(id, "results")];
  const ofOwner = ["/dashboard", "/patients", "/archive", "/consults", "/calendar", "/payments", "/reports"];
  for (const address of [...ofOwner, ...records]) await expectEachTakenOnce(page, address);
  await page.context().clearCookies();
  await comeAsStaff(page, await openClinic(page));
  await expectEachTakenOnce(page, "/staff-dashboard");
});

/** Records which of them the application has not used. */
const watchFirstCalls = (page: Page) =>
  page.addInitScript(() => {
    const seen = { listed: [] as string[], untaken: [] as string[] };
    let calls: Map<string, Promise<Response>> | undefined;
    Object.defineProperty(globalThis, "firstCalls", {
      get: () => calls,
      set(begun: Map<string, Promise<Response>>) {
        calls = begun;
        seen.listed = [...begun.keys()];
        seen.untaken = [...seen.listed];
        const take = begun.delete.bind(begun);
        begun.delete = (address) => {
          seen.untaken = seen.untaken.filter((other) => other !== address);
          return take(address);
        };
      },
    });
    Object.assign(globalThis, { seenFirstCalls: seen });
  });

const seenFirstCalls = (page: Page) =>
  page.evaluate(
    () =>
      (globalThis as unknown as { seenFirstCalls: Record<"listed" | "untaken", string[]> }).seenFirstCalls,
  );

async function expectEachTakenOnce(page: Page, address: string): Promise<void> {
  const asked: string[] = [];
  const note = (request: Request) => {
    // On a busy machine a screen may load for longer than until its first poll.
    if (request.headers()["x-klinika-poll"]) return;
    const { pathname, search } = new URL(request.url());
    asked.push(pathname + search);
  };
  // Requests of the previous page do not count.
  await page.goto("about:blank");
  page.on("request", note);
  await page.goto(address);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect.poll(async () => (await seenFirstCalls(page)).untaken, address).toEqual([]);
  const { listed } = await seenFirstCalls(page);
  expect(listed.length, address).toBeGreaterThan(2);
  for (const call of listed)
    expect(asked.filter((one) => one === call).length, `${address}: ${call}`).toBe(1);
  page.off("request", note);
}

const recordCeiling = 220;

test("a patient's record stays light, and makes four requests, each once", { tag: "@release" }, async ({
  page,
}) => {
  const { token } = await openClinic(page);
  const { id } = await asOwner(page, token).post("/api/patients", {
    admissionNo: "FIRST-1",
    hospital: "The Hospital at Maayo",
    patientName: "Tan, Rosa",
    sex: "F",
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const loads = countingLoads(page);
  loads.start();
  await openRecord(page, id);
  await loads.settled();
  const { files, kB } = loads.sofar();
  expect(kB, files.map(([name, size]) => `${name} ${size}`).join(", ")).toBeLessThanOrEqual(recordCeiling);
  const ofRecord = asked.filter((path) => path.startsWith(`/api/patients/${id}`));
  expect(ofRecord.toSorted()).toEqual(
    ["", "/head", "/summary", "/timeline"].map((part) => `/api/patients/${id}${part}`),
  );
});
