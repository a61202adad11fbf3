import type { Page } from "playwright";
import sharp from "sharp";
import { atMost, every, type Figure, none } from "#measure/report/figure.ts";
import { owner } from "#scripts/seed-demo.ts";
import { pagesOf } from "#test/pdf-text.ts";
import { featuredPatient, routes, settle } from "./screens.ts";
import { desk, phone, type TestEnvironment } from "./environment.ts";

const medicine = (name: string) => ({
  name,
  genericName: name,
  brandName: "Concor",
  strength: "20 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD, morning",
  duration: "30 days",
  instructions: "after meals",
});
const medicines = ["furosemide", "bisoprolol", "atorvastatin", "losartan", "metformin", "amlodipine"];
/** Points of an A5 sheet. */
const a5 = [419.53, 595.28];

/** Papers, printed lists, and whether the same screen looks the same twice. */
export async function print(environment: TestEnvironment): Promise<Figure[]> {
  return [...(await papers(environment)), await printedList(environment), ...(await stability(environment))];
}

async function papers(environment: TestEnvironment): Promise<Figure[]> {
  const token = await environment.tokenOf(owner);
  const id = await featuredPatient(environment);
  const pages: string[] = [];
  const words: string[] = [];
  const wanted = ["₱350", "dela Peña", "Peñaflor"];
  for (let count = 1; count <= medicines.length; count++) {
    const answer = await fetch(`${environment.origin}/api/patients/${id}/prescription?format=pdf`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        physicianName: "Rafael M. Peñaflor, MD, FPCP, FPCC",
        physicianLicense: "0098412",
        physicianPTR: "2614407",
        patientAddress: "14 Sikatuna St., Brgy. Zapatera, Cebu City",
        diagnosis: "Hypertensive heart disease with congestive heart failure, NYHA class II",
        additionalInstructions: "Low-salt diet. Bring ₱350 for the laboratory on your next visit.",
        medications: medicines.slice(0, count).map(medicine),
      }),
    });
    const pdf = new Uint8Array(await answer.arrayBuffer());
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString("latin1"));
    const isA5 = a5.every((points, at) => Math.abs(Number(box?.[at + 1]) - points) < 1);
    const read = await pagesOf(pdf);
    if (read.length !== 1 || !isA5)
      pages.push(`${count} medicines: ${read.length} pages of ${box?.slice(1).join(" × ")} points`);
    for (const text of wanted)
      if (!read.join(" ").includes(text)) words.push(`${count} medicines: no ${text}`);
  }
  return [
    every("prescriptions of 1 to 6 medicines on one A5 page", medicines.length, pages),
    every("₱ and ñ in their text", medicines.length * wanted.length, words),
  ];
}

const printedList = (environment: TestEnvironment): Promise<Figure> =>
  environment.onPage(owner, desk, async (page) => {
    const token = await environment.tokenOf(owner);
    const patients = await environment.call<{ admissionNo: string }[]>(token, "GET", "/api/patients");
    // The browser's own dialog would end the print before it is read.
    await page.addInitScript("window.print = () => undefined");
    await page.goto("/patients");
    await settle(page);
    await page.getByRole("button", { name: "Print all" }).click();
    await page.locator("[data-print=all-rows]").waitFor({ state: "attached" });
    await page
      .locator("[data-print=all-rows] tr, [data-print=all-rows] li")
      .nth(30)
      .waitFor({ state: "attached" });
    const text = (await pagesOf(await page.pdf({ format: "A4" }))).join(" ").replaceAll(/\s/g, "");
    const missing = patients.filter(({ admissionNo }) => !text.includes(admissionNo.replaceAll(/\s/g, "")));
    return every(
      "rows of the printed patient list",
      patients.length,
      missing.map(({ admissionNo }) => admissionNo),
    );
  });

/** Twenty addresses, each shot in two windows of their own; what differs by more than a hair of a colour counts. */
async function stability(environment: TestEnvironment): Promise<Figure[]> {
  // What says how long ago something was, or stands on the clock, may differ by what it says.
  const screens = routes.filter(({ name }) => !name.startsWith("API")).slice(0, 20);
  const sizes = [
    ["1280 px", desk],
    ["412 px", phone],
  ] as const;
  const against: string[] = [];
  let worst = 0;
  const left = sizes.flatMap(([where, options]) => screens.map((screen) => ({ where, options, screen })));
  const shoot = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { screen, options, where } = next;
      const shots: Buffer[] = [];
      for (let shot = 0; shot < 2; shot++)
        shots.push(
          await environment.onPage(screen.account, options, async (page) => {
            await stopClock(page);
            await page.goto(screen.path);
            await settle(page);
            await page.evaluate("document.fonts.ready.then(() => undefined)");
            return page.screenshot({ animations: "disabled", caret: "hide" });
          }),
        );
      const part = await differing(shots[0] as Buffer, shots[1] as Buffer);
      worst = Math.max(worst, part);
      if (part > 0.001) against.push(`${screen.name}, ${where}: ${(part * 100).toFixed(2)} %`);
    }
  };
  await Promise.all([shoot(), shoot()]);
  return [
    none(`screens that look otherwise a second time`, screens.length * sizes.length, against),
    atMost("the most that one differs", worst * 100, 0.1, " %"),
  ];
}

const started = Date.now();
/** Both shots are taken at the same moment by the page's own clock. */
const stopClock = (page: Page) => page.clock.setFixedTime(started);

/** Which part of the points differs, from 0 to 1. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  let points = 0;
  for (let at = 0; at < a.data.length; at += 3) {
    const differs = [0, 1, 2].some((c) => Math.abs((a.data[at + c] ?? 0) - (b.data[at + c] ?? 0)) > 8);
    if (differs) points++;
  }
  return points / (a.data.length / 3);
}
