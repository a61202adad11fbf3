import { type BrowserContext, expect, type Page } from "@playwright/test";
import { asOwner, openClinic } from "./clinic.ts";
import { mariluz } from "./long-forms.ts";

/** When each open page of this browser was opened or last typed into, in milliseconds. */
export const noteTyping = (context: BrowserContext) =>
  context.addInitScript(`globalThis.typedAt = Date.now();
    addEventListener("input", () => { globalThis.typedAt = Date.now(); }, true);`);

export async function aClinic(page: Page) {
  await noteTyping(page.context());
  const clinic = await openClinic(page, {
    patients: [
      { patientName: "Uy, Benjamin Tan", age: 61, sex: "M" },
      { patientName: mariluz, age: 33 },
    ],
  });
  const [id = 0, other = 0] = clinic.patientIds;
  return { ...clinic, id, other, api: asOwner(page, clinic.token) };
}

type Row = Record<string, unknown>;

/** Reads stored drafts directly. A string, because it runs in the page. */
const readDrafts = `(async () => {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === "klinika-drafts")) return [];
  const answer = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const database = await answer(indexedDB.open("klinika-drafts"));
  try {
    if (!database.objectStoreNames.contains("drafts")) return [];
    const rows = await answer(database.transaction("drafts").objectStore("drafts").getAll());
    return rows.map(({ sealed, iv, ...row }) => ({ ...row, bytes: sealed.byteLength, iv: iv.length }));
  } finally {
    database.close();
  }
})()`;
export const keptDrafts = (page: Page) => page.evaluate<Row[]>(readDrafts);
export const draftCount = async (page: Page) => (await keptDrafts(page)).length;
export const untilKept = (page: Page, count = 1) => expect.poll(() => draftCount(page)).toBe(count);
/** Waits until the last change is stored. */
export async function untilAllKept(page: Page): Promise<void> {
  await untilKept(page);
  const typedAt = Number(await page.evaluate("globalThis.typedAt"));
  await expect.poll(async () => Number((await keptDrafts(page))[0]?.keptAt)).toBeGreaterThan(typedAt);
}

export const offer = (page: Page) => page.getByRole("status").filter({ hasText: /Draft saved/ });
export const vitalsOf = (id: number) => `/patients?open=vitals&patient=${id}`;

export async function typePulse(page: Page, id: number, pulse = "86") {
  await page.goto(vitalsOf(id));
  await page.getByRole("dialog", { name: "Record Vital Signs" }).getByLabel("Pulse").fill(pulse);
  await untilAllKept(page);
}
