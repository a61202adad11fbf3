import { expect, type Page, test } from "@playwright/test";
import { addDoctor, asOwner, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { recordOf } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";

const patients = [
  { patientName: "Dela Cruz, Juan Miguel Santos", sex: "M", age: 41 },
  { patientName: "Macaraeg-Villanueva, Maria Consolacion", sex: "F", age: 33 },
  { patientName: "Reyes, Ana Maria", sex: "F", birthday: "1958-03-04" },
];
const names = { penaflor: "Rafael Peñaflor", pena: "Ma. Corazon dela Peña", ang: "Jun Ang" };

/** The column of a doctor; on phones opened by its tab. */
async function queueOf(page: Page, name: string, tab: RegExp) {
  if (onPhone()) await page.getByRole("tab", { name: tab }).click();
  return page.getByRole("region", { name: `Queue of ${name}` });
}

test("a secretary of three doctors adds and hands over patients; one is seen by two doctors @both", async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients });
  await addDoctor(page, clinic, "Ma. Corazon", "dela Peña");
  await addDoctor(page, clinic, "Jun", "Ang");
  const rights = { permissions: ["view_patients", "add_patients", "edit_patients"] as const };
  const { token } = await comeAsStaff(page, clinic, rights);
  const { doctors } = await asOwner(page, token).get("/api/auth/me");
  const [ana, maria] = clinic.patientIds;
  await asOwner(page, token).post("/api/visits", { patientId: maria, practitionerId: doctors[2].id });
  await page.goto("/consults");

  // The doctor of a walk-in is chosen; nobody saw her before.
  await page.getByRole("button", { name: /Add Walk-in/ }).click();
  await page.getByRole("searchbox", { name: "Name, phone or number" }).fill("reyes");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Reyes, Ana/ })
    .click();
  const walkIn = page.getByRole("dialog", { name: "Add Walk-in" });
  await expect(walkIn.getByRole("button", { name: "Add to Queue" })).toBeDisabled();
  await walkIn.getByText(names.pena, { exact: true }).click();
  await walkIn.getByLabel("Reason").fill("Ear pain");
  await walkIn.getByRole("button", { name: `Add to ${names.pena}` }).click();
  const ofPena = await queueOf(page, names.pena, /dela Peña/);
  await expect(ofPena.getByText("B-01")).toBeVisible();

  // Handed over with a note, back by Undo, and once more.
  const hand = async (to: string, note: string) => {
    await page.getByRole("button", { name: "Actions for Reyes, Ana Maria" }).click();
    await page.getByRole("menuitem", { name: "Hand to Another Doctor" }).click();
    const dialog = page.getByRole("dialog", { name: "Hand to another doctor" });
    await dialog.getByText(to, { exact: true }).click();
    await dialog.getByLabel("Note to the doctor").fill(note);
    await dialog.getByRole("button", { name: `Hand to ${to}` }).click();
    await expect(dialog).toBeHidden();
  };
  await hand(names.ang, "Please look with the scope");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(ofPena.getByText("B-01")).toBeVisible();
  await hand(names.ang, "Please look with the scope");
  await expect(ofPena.getByText("B-01")).toBeHidden();
  const ofAng = await queueOf(page, names.ang, /Ang/);
  const row = ofAng.getByRole("listitem").filter({ hasText: "Reyes, Ana Maria" });
  // C-02 was hers until Undo: it is given to nobody again.
  await expect(row).toContainText("C-03");
  await expect(row).toContainText("“Please look with the scope”");

  // Seen by the second doctor, and then by the third.
  await asOwner(page, token).post("/api/visits/call-next", { practitionerId: doctors[2].id });
  await page.getByRole("button", { name: "Refresh queue" }).click();
  await expect(ofAng.getByRole("region", { name: "With doctor" })).toContainText("Reyes, Ana Maria");
  await hand(names.penaflor, "ECG");
  const ofPenaflor = await queueOf(page, names.penaflor, /Peñaflor/);
  await expect(ofPenaflor.getByText("A-01")).toBeVisible();

  // The third doctor sees the own queue, and calls its next by number.
  await signIn(page, clinic.email);
  await page.goto("/consults");
  await expect(page.getByText("Reyes, Ana Maria").first()).toBeVisible();
  await expect(page.getByText("Macaraeg-Villanueva, Maria Consolacion")).toBeHidden();
  await page.getByRole("button", { name: "Call Next, A-01" }).click();
  if (await page.getByRole("alertdialog").isVisible())
    await page.getByRole("button", { name: "Call Number A-01" }).click();
  await expect(recordOf(page).getByText("Reyes, Ana Maria").first()).toBeVisible();
  const visits = await asOwner(page, clinic.token).get(`/api/patients/${ana}/visits`);
  expect(visits).toMatchObject([
    { state: "with_doctor", letter: "A", number: 1, practitionerId: doctors[0].id },
  ]);
});
