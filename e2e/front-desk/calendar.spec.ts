import { expect, type Page, test } from "@playwright/test";
import { addDoctor, asOwner, missFollowUp, openClinic } from "#e2e/support/clinic.ts";
import { openRecord } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";

// Appointments: from a free time to the patient's arrival.

const ana = { patientName: "Reyes, Ana Maria", sex: "F", birthday: "1958-03-04" };
const juan = { patientName: "Dela Cruz, Juan Miguel Santos", sex: "M", age: 41 };

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));

/** A clinic that is open around the clock, on holidays too. Its patients are Ana, then Juan. */
async function openAroundTheClock(page: Page) {
  const clinic = await openClinic(page, { patients: [juan, ana] });
  const owner = asOwner(page, clinic.token);
  const [place] = (await owner.get("/api/places")) as { id: number }[];
  await owner.put(`/api/places/${place?.id}/hours`, { hours: everyDay, slotMinutes: 30 });
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000 + 28_800_000).toISOString().slice(0, 10);
  await owner.post("/api/days-off", { firstDay: inDays(0), lastDay: inDays(300), isOpen: true });
  return { ...clinic, owner };
}

test("an appointment is booked from the calendar, moved, cancelled and undone @both", async ({ page }) => {
  await openAroundTheClock(page);
  await page.goto("/calendar");
  await page.getByRole("button", { name: "New Appointment" }).click();
  const dialog = page.getByRole("dialog", { name: "New Appointment" });
  await dialog.getByRole("searchbox", { name: "Patient" }).fill("dela cruz");
  await dialog.getByRole("button", { name: /Dela Cruz, Juan/ }).click();
  await dialog.getByRole("button", { name: "In 1 week" }).click();
  await expect(dialog.getByLabel("Time")).toHaveValue("00:00");
  await dialog.getByLabel("Time").fill("09:00");
  await dialog.getByLabel("Reason").fill("ECG");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByText("Appointment booked")).toBeVisible();
  await page.getByRole("button", { name: "Next week" }).click();
  const booked = () => page.getByRole("button", { name: onPhone() ? /Dela Cruz, Juan/ : /9:00 Dela Cruz/ });
  await booked().click();
  const edited = page.getByRole("dialog", { name: "Appointment", exact: true });
  await edited.getByLabel("Time").fill("10:30");
  await edited.getByRole("button", { name: "Save Appointment" }).click();
  await expect(edited).toBeHidden();
  const moved = page.getByRole("button", { name: onPhone() ? /10:30 AM.*Dela Cruz/s : /10:30 Dela Cruz/ });
  await moved.click();
  await edited.getByRole("button", { name: "Cancel Appointment" }).click();
  await expect(moved).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(moved).toBeVisible();
});

test("a second patient at one time causes a warning, and is booked anyway", { tag: "@release" }, async ({
  page,
}) => {
  const { owner, patientIds } = await openAroundTheClock(page);
  const startsAt = new Date(Math.ceil((Date.now() + 172_800_000) / 1_800_000) * 1_800_000).toISOString();
  const first = await owner.post("/api/appointments", { patientId: patientIds[0], startsAt });
  expect(first.overlaps).toBe(0);
  await page.goto(`/patients?open=appointment&patient=${patientIds[1]}`);
  const dialog = page.getByRole("dialog", { name: "New Appointment" });
  const manila = new Date(Date.parse(startsAt) + 8 * 3_600_000).toISOString();
  await dialog.getByLabel("Day").fill(`${manila.slice(5, 7)}/${manila.slice(8, 10)}/${manila.slice(0, 4)}`);
  await dialog.getByLabel("Time").fill(manila.slice(11, 16));
  await expect(dialog.getByText(/Booked at that time: Reyes, Ana Maria/)).toBeVisible();
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByText("Appointment booked")).toBeVisible();
});

test("the follow-up of a consultation is booked with it, and appears in the record @both", async ({
  page,
}) => {
  const { patientIds } = await openAroundTheClock(page);
  await page.goto(`/patients?open=consultation&patient=${patientIds[0]}`);
  const wizard = page.getByRole("dialog", { name: ana.patientName });
  await wizard.getByLabel("Chief complaint").fill("Cough");
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByLabel("Diagnosis").fill("Acute bronchitis");
  await wizard.getByLabel("Treatment plan").fill("Rest");
  await wizard.getByRole("button", { name: "2 weeks" }).click();
  await wizard
    .getByRole("group", { name: "Book with this consultation" })
    .getByRole("button", { name: /12:30 AM/ })
    .first()
    .click();
  await wizard.getByRole("button", { name: "Save Consultation" }).click();
  await expect(page.getByText("Appointment booked")).toBeVisible();
  await openRecord(page, patientIds[0], "appointments");
  await expect(page.getByRole("region", { name: "Appointments" })).toContainText(
    /12:30 AM.*Next · Follow-up/s,
  );
});

test("a booked person without a record is registered on arrival", async ({ page }) => {
  const { owner } = await openAroundTheClock(page);
  // Later today, whatever the time is.
  const startsAt = new Date(Date.now() + 1000).toISOString();
  await owner.post("/api/appointments", {
    personName: "Bañez, Corazon",
    contactNumber: "0917 555 0144",
    startsAt,
  });
  await page.goto("/consults");
  await page.getByRole("button", { name: "Arrived Bañez, Corazon" }).click();
  await page.getByRole("button", { name: "New patient “Bañez, Corazon”" }).click();
  await expect(page.getByLabel("Contact number")).toHaveValue(/0917 555 0144|\+63/);
  await page.getByLabel("Sex").selectOption("F");
  await page.getByRole("button", { name: "Add to Queue" }).click();
  await expect(
    page.getByRole("region", { name: "Waiting", exact: true }).getByText("Bañez, Corazon"),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Booked, not registered" })).toBeHidden();
});

test("a patient who comes to an appointment is put in the queue from the calendar @both", async ({
  page,
}) => {
  const { owner, patientIds } = await openAroundTheClock(page);
  const startsAt = new Date(Date.now() + 1000).toISOString();
  await owner.post("/api/appointments", { patientId: patientIds[1], startsAt });
  await page.goto("/calendar");
  const booked = page.getByRole("button", { name: /Dela Cruz/ });
  const dialog = page.getByRole("dialog", { name: "Appointment", exact: true });
  await booked.click();
  // Open, with its places.
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await expect(dialog.getByLabel("Length")).toBeVisible();
  await dialog.getByRole("button", { name: "Arrived" }).click();
  await expect(page.getByText("Number 1 is waiting")).toBeVisible();
  await expect(dialog).toBeHidden();
  await booked.click();
  await expect(dialog.getByText(/Arrived · number 1|Waiting · number 1/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Arrived" })).toHaveCount(0);
});

test("a patient who missed an appointment is called back from the recall list", async ({ page }) => {
  const { owner, patientIds } = await openAroundTheClock(page);
  const today = manilaDay(new Date());
  const yesterday = addDays(today, -1);
  await owner.post("/api/consultations", {
    patientId: patientIds[0],
    chiefComplaint: "Cough",
    diagnosis: "Acute bronchitis",
    treatment: "Rest",
    followUpDate: today,
  });
  await missFollowUp(page, patientIds[0] ?? 0, yesterday);
  await page.goto("/calendar?view=recall");
  const row = page.getByRole("region", { name: /^Did not come/ }).getByRole("listitem");
  await expect(row).toContainText(ana.patientName);
  await row.getByRole("button", { name: /^No answer/ }).click();
  await expect(row).toContainText("No answer, ");
  await row.getByRole("button", { name: "Book" }).click();
  const dialog = page.getByRole("dialog", { name: "New Appointment" });
  await dialog.getByRole("button", { name: "Next free" }).click();
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No one to call" })).toBeVisible();
});

test("a calendar link gives times and initials, and stops when revoked", { tag: "@release" }, async ({
  page,
}) => {
  const { owner, patientIds } = await openAroundTheClock(page);
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  await owner.post("/api/appointments", { patientId: patientIds[0], startsAt });
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Front Desk" }).click();
  const links = page.getByRole("region", { name: "Calendar links" });
  await links.getByRole("button", { name: "Create Link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  const feed = await page.request.get(link);
  expect(await feed.text()).toMatch(/BEGIN:VEVENT[\s\S]*SUMMARY:AMR/);
  await links.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("button", { name: "Revoke Link" }).click();
  await expect(page.getByText("Link revoked")).toBeVisible();
  expect((await page.request.get(link)).status()).toBe(404);
});

test("two doctors have a column each, and nobody is booked at two places @both", async ({ page }) => {
  const clinic = await openClinic(page);
  const owner = asOwner(page, clinic.token);
  await addDoctor(page, clinic, "Marites", "dela Peña");
  const [main] = (await owner.get("/api/places")) as { id: number }[];
  const annex = await owner.post("/api/places", { name: "Chong Hua", room: "Rm. 512" });
  const { doctors } = (await owner.get("/api/auth/me")) as { doctors: { id: number }[] };
  const hours = (from: string, to: string) => everyDay.map(({ weekday }) => ({ weekday, from, to }));
  for (const [doctor, place, from, to] of [
    [0, main, "08:00", "12:00"],
    [0, annex, "13:00", "17:00"],
    [1, main, "08:00", "17:00"],
  ] as const)
    await owner.put(`/api/practitioners/${doctors[doctor]?.id}/hours`, {
      placeId: place?.id,
      hours: hours(from, to),
    });
  const day = addDays(manilaDay(new Date()), 8);
  await owner.post("/api/days-off", { firstDay: day, lastDay: day, isOpen: true });
  await page.goto(`/calendar?day=${day}&place=${main?.id}`);
  await expect(page.getByText("Cannot be booked here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Marites dela Peña", exact: true })).toBeVisible();
  await page
    .getByRole("button", {
      name: onPhone()
        ? "Book 8:00 AM at Main clinic with Marites dela Peña"
        : /^Book .* 8:00 AM, Marites dela Peña$/,
    })
    .click();
  const dialog = page.getByRole("dialog", { name: "New Appointment" });
  await dialog.getByRole("searchbox", { name: "Patient" }).fill("Salazar, Benigno");
  await dialog.getByRole("button", { name: /without registering/ }).click();
  await dialog.getByLabel("Doctor").selectOption({ index: 0 });
  await dialog.getByLabel("Time").fill("14:00");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  const offered = dialog.getByRole("group", { name: "First free at Main clinic" });
  await expect(
    dialog.getByText(/is at Chong Hua, Rm. 512 from 1:00 PM to 5:00 PM. Not booked./),
  ).toBeVisible();
  await offered.getByRole("button").first().click();
  await expect(dialog.getByLabel("Time")).toHaveValue("08:00");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByText("Appointment booked")).toBeVisible();
  await expect(page.getByRole("button", { name: /Salazar/ })).toBeVisible();
  // The names that do not fit scroll in their row, not the page.
  const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(wider)).toBe(0);
});
