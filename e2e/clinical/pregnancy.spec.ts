import { expect, test } from "@playwright/test";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";
import { act, openRecord, recordOf, toTab } from "#e2e/support/record.ts";
import { addDays, formatDay, formatLongDay, manilaDay } from "#shared/formats/dates.ts";

// A pregnant woman at 24 weeks: dated by the LMP, fundal height and heart tone with the vital signs, flags, the warning on
// prescriptions, the next visit; then the list of women who are due, and the outcome.

const today = manilaDay(new Date());
const lmp = addDays(today, -171);
const edc = addDays(lmp, 280);
const kristine = {
  patientName: "Villarosa, Kristine Joy Abella",
  birthday: "1997-08-14",
  sex: "F",
  contactNumber: "+639175550163",
};
const typed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test("a pregnant woman at 24 weeks: dates, vital signs, flags, and the next visit", { tag: "@both" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [kristine] });
  const id = clinic.patientIds[0] ?? 0;
  const owner = asOwner(page, clinic.token);
  // A month ago, before the pregnancy was dated.
  await owner.post(`/api/patients/${id}/consultation`, {
    recordedAt: addDays(today, -28),
    vitalSigns: { bloodPressure: "112/70", weight: 55.2 },
  });
  const details = await openRecord(page, id, "pregnancy");
  const head = details.getByRole("region", { name: "Patient", exact: true });

  // The LMP is typed: weeks and EDC follow.
  await details.getByRole("button", { name: "Record Pregnancy" }).click();
  const dates = page.getByRole("dialog", { name: "Record Pregnancy" });
  await expect(dates.getByLabel("LMP")).toBeFocused();
  await page.keyboard.type(typed(lmp).replaceAll("/", ""));
  await expect(dates.getByRole("status")).toHaveText(
    `Pregnant, 24 weeks 3 days, EDC ${formatDay(edc)} by LMP`,
  );
  await page.keyboard.press("Enter");
  await expect(page.getByText("Pregnancy saved").first()).toBeVisible();
  await expect(head.getByText("Pregnant 24w 3d")).toBeVisible();

  // Two earlier visits, in one line each.
  await details.getByRole("button", { name: "Earlier Pregnancies" }).click();
  const earlier = page.getByRole("dialog", { name: "Earlier Pregnancies" });
  await expect(earlier.getByLabel("At term")).toBeFocused();
  await page.keyboard.type("2");
  for (let field = 0; field < 3; field += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(head.getByText(`EDC ${formatLongDay(edc)}`)).toBeVisible();
  await expect(head.getByText("G3P2 (2-0-0-2)")).toBeVisible();

  // Today's vital signs, with those of a pregnancy.
  await act(page, "Record Vitals");
  const vitals = page.getByRole("dialog", { name: "Record Vital Signs" });
  await vitals.getByLabel("Blood pressure").fill("142/88");
  await vitals.getByLabel("Weight").fill("58.9");
  await vitals.getByLabel("Fundal height").fill("20");
  await vitals.getByLabel("Fetal heart tone").fill("168");
  await vitals.getByLabel("Presentation").selectOption("cephalic");
  await expect(vitals.getByText("140/90 or above")).toBeVisible();
  await expect(vitals.getByText("More than 3 cm below 24 weeks")).toBeVisible();
  await vitals.getByRole("button", { name: "Record Vital Signs" }).click();
  await expect(vitals).toBeHidden();

  // Flagged on the strip and in the table of visits, by the weeks of each day.
  await expect(head.getByText("140/90 or above")).toBeVisible();
  const visits = details.getByLabel("Prenatal visits").first();
  for (const words of ["24w 3d", "20w 3d", "Above 160", "More than 3 cm below 24 weeks", "cephalic"])
    await expect(visits.getByText(words).first()).toBeVisible();
  await expect(details.getByRole("button", { name: "Print" }).first()).toBeVisible();

  // The prescription warns of it.
  await page.goto(`/patients?open=prescription&patient=${id}`);
  const form = page.getByRole("dialog", { name: "Generate Prescription" });
  await expect(form.getByText("Pregnant, 24 weeks 3 days")).toBeVisible();

  // Back in a week.
  await page.goto(`/patients?open=consultation&patient=${id}`);
  const visit = page.getByRole("dialog", { name: kristine.patientName });
  await expect(visit.getByText("Pregnant, 24 weeks 3 days")).toBeVisible();
  await visit.getByLabel(/Chief complaint/).fill("Prenatal check-up");
  await visit.getByRole("button", { name: "Next" }).click();
  await expect(visit.getByLabel("Fundal height")).toBeVisible();
  await visit.getByRole("button", { name: "Next" }).click();
  await visit.getByLabel("Diagnosis").fill("Pregnancy uterine, 24 weeks");
  await visit.getByLabel("Treatment plan").fill("Urine protein today, BP again in a week");
  await visit.getByLabel("Follow-up date").fill(typed(addDays(today, 7)));
  await visit.getByRole("button", { name: "Save Consultation" }).click();
  await expect(visit).toBeHidden();
});

test("a woman near her date: on the list of those due, and the outcome", { tag: "@both" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [kristine] });
  const id = clinic.patientIds[0] ?? 0;
  const owner = asOwner(page, clinic.token);
  const details = recordOf(page);
  const head = details.getByRole("region", { name: "Patient", exact: true });
  await owner.post(`/api/patients/${id}/pregnancies`, { term: 2, living: 2 });
  const { id: row } = await owner.post(`/api/patients/${id}/pregnancies`, { lmp });

  // Due in 15 weeks and 4 days: not within four weeks, until an ultrasound says otherwise.
  await page.goto("/calendar?view=recall");
  await expect(page.getByText("No one is due within 4 weeks.")).toBeVisible();
  await owner.patch(`/api/patients/${id}/pregnancies/${row}`, { edc: addDays(today, 9) });
  await page.reload();
  const due = page.getByRole("list", { name: "Due to give birth" });
  await expect(due.getByText(`EDC ${formatDay(addDays(today, 9))} by ultrasound`)).toBeVisible();
  await expect(due.getByRole("link", { name: "+63 917 555 0163" })).toBeVisible();

  // It ends: the head shows nothing, the score counts one more.
  await due.getByRole("button", { name: kristine.patientName, exact: true }).click();
  await toTab(page, "Pregnancy");
  await details.getByRole("button", { name: "Record Outcome" }).click();
  const outcome = page.getByRole("dialog", { name: "Record Outcome" });
  await outcome.getByLabel("Outcome").selectOption("term");
  await outcome.getByLabel("Date").fill(typed(today));
  await expect(outcome.getByLabel("Living children of it")).toHaveValue("1");
  await outcome.getByRole("button", { name: "Save Outcome" }).click();
  await expect(details.getByText("Live birth at term, 1 living")).toBeVisible();
  await expect(details.getByText("G3P3 (3-0-0-3)")).toBeVisible();
  await expect(head.getByText(/Pregnant/)).toBeHidden();
});
