import { expect, type Locator, type Page } from "@playwright/test";
import { type RecordTab, recordAddress } from "#shared/record-address.ts";

/** A patient's record, the page of its own. */
export const recordOf = (page: Page): Locator =>
  page.getByRole("main").filter({ has: page.getByRole("region", { name: "Patient", exact: true }) });

/** The record with this admission number above it, or in the phone's header. */
export const recordNumber = (page: Page, number: string): Locator =>
  page.getByText(`Patient Details - ${number}`, { exact: true });

/** Opens a record by its address, at its first tab or at another one. */
export async function openRecord(page: Page, id: number | undefined, tab?: RecordTab): Promise<Locator> {
  await page.goto(recordAddress(id ?? 0, tab));
  const record = recordOf(page);
  await expect(record).toBeVisible();
  return record;
}

/** Goes to a tab by its name, which in a narrow window may be in More. */
export async function toTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Record" });
  const named = new RegExp(`^${name}\\b`);
  await expect(tabs.getByRole("link").first()).toBeVisible();
  const tab = tabs.getByRole("link", { name: named });
  if (await tab.isVisible()) await tab.click();
  else {
    await tabs.getByRole("button", { name: /^More/ }).click();
    await page.getByRole("menuitem", { name: named }).click();
  }
}

const moreOf = (page: Page) => recordOf(page).getByRole("button", { name: /^More for / });

/** What the record offers: a button beside the strip or at the thumb, else an entry of its menu, which is opened. */
export async function offered(page: Page, name: string): Promise<Locator> {
  const button = recordOf(page).getByRole("button", { name, exact: true });
  await expect(moreOf(page)).toBeVisible();
  if (await button.first().isVisible()) return button.first();
  await moreOf(page).click();
  // With the key that does the same.
  return page.getByRole("menuitem", { name: new RegExp(`^${name}( (Alt\\+|Ctrl\\+)?\\S)?$`) });
}

export const act = async (page: Page, name: string): Promise<void> => (await offered(page, name)).click();

/** Opens one of the lists of the strip: by its button, or on phones by the record's menu. */
export async function changeList(page: Page, list: "allergies" | "problems" | "medicines"): Promise<void> {
  const record = recordOf(page);
  await expect(moreOf(page)).toBeVisible();
  const name = list === "medicines" ? "Change medicines now" : `Change ${list}`;
  const button = record.getByRole("button", { name });
  if (await button.isVisible()) await button.click();
  else {
    await moreOf(page).click();
    await page.getByRole("menuitem", { name: `Change ${list}` }).click();
  }
}
