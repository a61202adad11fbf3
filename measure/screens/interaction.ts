import type { Page } from "playwright";
import { atMost, type Figure } from "#test/harness/figure.ts";
import { manyOwner, phone, type ScreensEnvironment } from "./environment.ts";
import { settle } from "./screens.ts";

/** Event timing from the browser: each press or key until its next frame, by interaction. */
const observer = `
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries())
      if (interactionId) window.interactions.push({
        id: interactionId, duration, name,
        on: target?.getAttribute?.("aria-label") ?? target?.textContent?.slice(0, 30) ?? "",
      });
  }).observe({ type: "event", durationThreshold: 16, buffered: true });`;

type Interaction = { id: number; duration: number; name: string; on: string };

/** Searches by whole words: the time of each is from its last key to its own matches on the screen. */
const searches = ["santos", "maria", "dela cruz", "nunez"];

/** A phone four times slower than this machine, and a clinic of 10,000 patients. */
export const interaction = (environment: ScreensEnvironment): Promise<Figure[]> =>
  environment.onPage(manyOwner, phone, async (page) => {
    const found: { text: string; ms: number }[] = [];
    const interactions: Interaction[] = [];
    await page.addInitScript(observer);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const first = (selector: string) => page.locator(selector).locator("visible=true").first();
    const byRole = (role: "button" | "tab" | "link", name: string | RegExp) =>
      page.getByRole(role, { name }).locator("visible=true").first();
    const note = async (flow: string) => {
      // Entries are delivered after their frame.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))");
      const some = await page.evaluate<Interaction[]>("window.interactions.splice(0)");
      interactions.push(...some.map((one) => ({ ...one, on: `${flow}, ${one.on}` })));
    };
    const open = async (path: string) => {
      await page.goto(path);
      await settle(page);
    };

    await open("/patients");
    for (const text of searches) {
      found.push({ text, ms: await search(page, text) });
      await note(`search ${text}`);
    }
    await first("[data-patient-search]").fill("");
    await settle(page);

    await first("[data-patient-name]").tap();
    await page
      .getByRole("dialog")
      .getByText(/\d{8}-\d+/)
      .first()
      .waitFor();
    await settle(page);
    await note("open a patient");
    for (const name of [/Imaging/, /Prescriptions/]) {
      if ((await byRole("tab", name).count()) > 0) await byRole("tab", name).tap();
      await note(`tab ${name}`);
    }
    await page.keyboard.press("Escape");
    await note("close a patient");

    await byRole("button", /^Actions for/).tap();
    await page.getByRole("menu").waitFor();
    await note("open the menu");
    await page.getByRole("menuitem", { name: "Generate Prescription" }).tap();
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    await form.getByLabel("Medication name").waitFor();
    await note("open the prescription");
    await form.getByLabel("Medication name").tap();
    await page.keyboard.type("paracetamol", { delay: 80 });
    // The list of medicines covers it.
    await form.getByLabel("Strength").focus();
    await page.keyboard.type("500 mg", { delay: 80 });
    await form.getByRole("button", { name: "Add Medication" }).tap();
    await note("write a prescription");

    await open("/patients?open=add");
    const add = page.getByRole("dialog", { name: "Add New Patient" });
    await add.getByLabel("Patient name").tap();
    await page.keyboard.type("Dela Cruz, Althea", { delay: 80 });
    await add.getByRole("button", { name: "Save Patient" }).tap();
    await add.getByText("Hospital is required").first().waitFor();
    await note("a new patient");

    await open("/consults");
    await byRole("button", "Show done").tap();
    await page.getByRole("region", { name: "Done" }).getByRole("listitem").first().waitFor();
    await note("show the day's done visits");
    await byRole("button", /^Call Next/).tap();
    await page
      .getByText(/^Patient Details - \d{8}-\d+/)
      .first()
      .waitFor();
    await settle(page);
    await note("call the next of 200 visits");
    await page.keyboard.press("Escape");
    await note("back to the board");

    await open("/dashboard");
    for (const name of ["Patients", "Consults", "Dashboard"]) {
      if ((await byRole("link", name).count()) === 0) continue;
      await byRole("link", name).tap();
      await settle(page);
      await note(`to ${name}`);
    }
    return figuresOf(interactions, found);
  });

/** Types quickly, and waits in the page until every match is the whole word. */
async function search(page: Page, text: string): Promise<number> {
  const box = page.locator("[data-patient-search]").locator("visible=true").first();
  await box.fill("");
  await settle(page);
  await box.focus();
  const shown = page.evaluate<number>(`new Promise((done) => {
    let last = 0;
    addEventListener("keydown", () => { last = performance.now(); }, true);
    const words = ${JSON.stringify(text.split(" "))};
    const fold = (text) => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();
    const check = () => {
      const marks = [...document.querySelectorAll("main mark")].map(({ textContent }) => fold(textContent));
      const typed = document.activeElement?.value === ${JSON.stringify(text)};
      const all = marks.length > 0 && marks.every((mark) => words.includes(mark) || mark === words.join(""));
      if (typed && all) done(performance.now() - last);
      else requestAnimationFrame(check);
    };
    check();
  })`);
  await page.keyboard.type(text, { delay: 90 });
  return shown;
}

function figuresOf(all: readonly Interaction[], found: readonly { text: string; ms: number }[]): Figure[] {
  // An interaction has an entry for each of its events; the longest counts.
  const byLength = all.toSorted((one, other) => other.duration - one.duration);
  const sorted = byLength.filter(({ id }, at) => byLength.findIndex((one) => one.id === id) === at);
  const worst = sorted[0]?.duration ?? Number.NaN;
  const quarter = sorted[Math.floor(sorted.length * 0.25)]?.duration ?? 0;
  const slowest = Math.max(...found.map(({ ms }) => ms));
  return [
    {
      ...atMost(`worst of ${sorted.length} interactions`, worst, 200, " ms", 0),
      passes: worst <= 200 && sorted.length > 20,
      failures: sorted.slice(0, 10).map(({ duration, name, on }) => `${duration} ms ${name}: ${on}`),
    },
    atMost("p75 of them", quarter, 100, " ms", 0),
    {
      ...atMost("search result after the last key", slowest, 300, " ms", 0),
      failures: found.map(({ text, ms }) => `${text}: ${ms.toFixed(0)} ms`),
    },
  ];
}
