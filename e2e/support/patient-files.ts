import { expect, type Locator, type Page } from "@playwright/test";
import { asOwner, type ClinicAtWork, openClinic } from "./clinic.ts";
import { openRecord } from "./record.ts";

export const patientName = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

const mimeTypes: Record<string, string> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  dcm: "application/dicom",
};
export const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: mimeTypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
  buffer,
});

export async function aClinic(page: Page) {
  const clinic = await openClinic(page, { patients: [{ patientName, birthday: "1959-03-04" }] });
  return { ...clinic, id: clinic.patientIds[0] ?? 0 };
}

type Category = "laboratory" | "imaging" | "other";

/** Files that the patient already has. */
export async function giveFiles(
  page: Page,
  clinic: ClinicAtWork & { id: number },
  category: Category,
  files: Record<string, Buffer>,
) {
  const paths: string[] = [];
  for (const [name, buffer] of Object.entries(files)) {
    const answer = await page.request.post(`/api/patients/upload-files?category=${category}`, {
      headers: { authorization: `Bearer ${clinic.token}` },
      multipart: { files: file(name, buffer) },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    paths.push(...(await answer.json()).files);
  }
  const list = { laboratory: "laboratoryFiles", imaging: "imagingFiles", other: "otherFiles" }[category];
  await asOwner(page, clinic.token).patch(`/api/patients/${clinic.id}`, { [list]: paths });
}

export async function openRecords(page: Page, id: number): Promise<Locator> {
  await openRecord(page, id, "files");
  const panel = page.getByRole("region", { name: "Complete Medical Records" });
  await expect(panel.getByRole("tab", { name: /Lab Results/ })).toBeVisible();
  return panel;
}
export const tabOf = (panel: Locator, name: string) =>
  panel.getByRole("tab", { name: new RegExp(`^${name}`) });

/** Code that runs in the browser is a string: there are no DOM types here. */
export const inPage = <T>(element: Locator, body: string): Promise<T> =>
  element.evaluate(new Function("element", body) as (element: unknown) => T) as Promise<T>;
