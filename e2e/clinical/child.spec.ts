import { expect, test } from "@playwright/test";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";
import { act, openRecord, toTab } from "#e2e/support/record.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";

// A child of 14 months with fever: growth is typed and shown on the curve, the vaccine that is due, the dose by weight.

const today = manilaDay(new Date());
const birthday = addDays(today, -428);
const zia = { patientName: "Bautista, Zia Marie Ocampo", birthday, sex: "F" };
const typed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test("a child with fever: growth, the vaccine due, and a dose by weight", { tag: "@both" }, async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [zia] });
  const id = clinic.patientIds[0] ?? 0;
  const owner = asOwner(page, clinic.token);
  const at = (age: number) => addDays(birthday, age);
  await owner.post(`/api/patients/${id}/immunizations`, { vaccine: "MMR", dose: 1, date: at(276) });
  const details = await openRecord(page, id, "growth");

  // The card from the health center, with Tab only.
  await details.getByRole("button", { name: "Type Old Card" }).click();
  const card = page.getByRole("dialog", { name: "Type Old Growth Card" });
  await expect(card.getByLabel("Date").first()).toBeFocused();
  const rows = [
    [typed(at(0)), "3.1", "49", "33.8"],
    [typed(at(183)), "7.2", "66", "42.1"],
    [typed(at(366)), "8.7", "73.6", "44.7"],
  ];
  for (const [date = "", ...values] of rows) {
    await page.keyboard.type(date.replaceAll("/", ""));
    await page.keyboard.press("Tab");
    for (const value of values) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(value);
    }
    await page.keyboard.press("Tab");
  }
  await card.getByRole("button", { name: "Save 3 Visits" }).click();
  await expect(page.getByText("3 visits recorded")).toBeVisible();

  // Today: fever, weight and length.
  await act(page, "Record Vitals");
  const vitals = page.getByRole("dialog", { name: "Record Vital Signs" });
  await vitals.getByLabel("Temperature").fill("38.9");
  await vitals.getByLabel("Weight").fill("8.8");
  await vitals.getByLabel("Height").fill("75");
  await vitals.getByLabel("Head circumference").fill("45.2");
  await expect(vitals.getByLabel("Length measured")).toHaveValue("");
  await vitals.getByRole("button", { name: "Record Vital Signs" }).click();

  // The curve, and the same as text.
  await expect(details.getByRole("heading", { name: "Weight for age, girls" })).toBeVisible();
  await expect(
    details.getByRole("img", {
      name: /Weight for age against the lines of the WHO: .*8.8 kg on .*, z −0.54, 29th centile/,
    }),
  ).toBeVisible();
  await expect(details.getByText("−0.54 z, 29th centile").first()).toBeVisible();
  await expect(details.getByText("slower than before").first()).toBeVisible();
  await details.getByRole("button", { name: "Head", exact: true }).click();
  await expect(details.getByRole("heading", { name: "Head circumference for age, girls" })).toBeVisible();

  // The vaccine due: one press and Enter.
  await toTab(page, "Immunization");
  await expect(details.getByText("Overdue, 2 months")).toBeVisible();
  await details.getByRole("button", { name: "Given Today: MMR 2" }).click();
  await expect(page.getByRole("dialog", { name: "Record Dose" }).getByLabel("Vaccine")).toHaveValue("MMR");
  await page.keyboard.press("Enter");
  await expect(page.getByText("MMR 2 recorded")).toBeVisible();
  await expect(details.getByText("Overdue, 2 months")).toBeHidden();
  await expect(details.getByRole("button", { name: "Correct MMR 2" })).toBeVisible();

  // Paracetamol, 15 mg/kg of 8.8 kg.
  await page.goto(`/patients?open=prescription&patient=${id}`);
  const form = page.getByRole("dialog", { name: "Generate Prescription" });
  const sig = "5.5 mL (132 mg, 15 mg/kg) for fever";
  for (const [label, text] of [
    ["Medication name", "paracetamol"],
    ["SIG", sig],
    ["Frequency", "every 6 hours"],
    ["Duration", "3 days"],
  ] as const)
    await form
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(text);
  await form.getByRole("button", { name: "Save Prescription" }).click();
  await expect
    .poll(async () =>
      JSON.stringify(await (await page.request.get(`/api/patients/${id}/prescriptions`)).json()),
    )
    .toContain(sig);
});
