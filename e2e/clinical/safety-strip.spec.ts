import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, missFollowUp, openClinic } from "#e2e/support/clinic.ts";
import { changeList, openRecord } from "#e2e/support/record.ts";
import { manilaDay } from "#shared/formats/dates.ts";

// Warnings that must not be overlooked: penicillin allergy with co-amoxiclav, and a senior on warfarin.

const senior = {
  patientName: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
  birthday: "1959-06-14",
  allergies: "penicillin, shrimp",
};

const strip = (page: Page) => page.getByRole("region", { name: "At a glance" }).last();
const cell = (page: Page, name: string) => strip(page).getByRole("region", { name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("co-amoxiclav warns of a penicillin allergy", { tag: ["@both", "@release"] }, async ({ page }) => {
  const { token, patientIds } = await openClinic(page, { patients: [senior] });
  await openRecord(page, patientIds[0]);
  // Old text is shown as typed, and can be turned into rows.
  await expect(cell(page, "Allergies")).toContainText("penicillin, shrimp");
  await expect(cell(page, "Allergies")).toContainText("free text");
  await changeList(page, "allergies");
  const list = dialog(page, "Allergies");
  await list.getByRole("button", { name: /^Make It a List/ }).click();
  await expect(list.getByLabel("One substance on each line")).toHaveValue("penicillin\nshrimp");
  await list.getByRole("button", { name: "Save 2 Allergies" }).click();
  await list.getByRole("button", { name: "Edit penicillin" }).click();
  await expect(list.getByRole("form", { name: "Change penicillin" }).getByLabel("Substance")).toBeFocused();
  await list
    .getByRole("form", { name: "Change penicillin" })
    .getByLabel("Reaction")
    .fill("anaphylaxis, 1998");
  await list.getByRole("form", { name: "Change penicillin" }).getByLabel("Severity").selectOption("severe");
  await page.keyboard.press("Enter");
  await expect(list.getByText(/anaphylaxis, 1998 · severe/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell(page, "Allergies")).toContainText("anaphylaxis, 1998");
  // The patient's text matches the rows.
  expect(await asOwner(page, token).get(`/api/patients/${patientIds[0]}`)).toMatchObject({
    allergies: "penicillin (anaphylaxis, 1998, severe); shrimp",
  });
  await expectAccessible(page);

  await page.goto(`/patients?open=prescription&patient=${patientIds[0]}`);
  const form = dialog(page, "Generate Prescription");
  await expect(strip(page)).toContainText("penicillin");
  await form.getByRole("button", { name: "Show all" }).click();
  await expect(cell(page, "Allergies")).toContainText("anaphylaxis, 1998");
  await form.getByRole("button", { name: "Show less" }).click();
  await form.getByLabel("Medication name").fill("co-amoxiclav");
  await expect(form.getByText("Allergy on record: penicillin")).toBeVisible();
  await expect(form.getByText("Co-amoxiclav is a penicillin.")).toBeVisible();
  await expect(form.getByText("Not checked: shrimp")).toBeVisible();
  await expectAccessible(page);
});

test("a senior on warfarin from elsewhere is not prescribed a second one @both", { tag: "@release" }, async ({
  page,
}) => {
  const { token, patientIds } = await openClinic(page, { patients: [senior] });
  const id = patientIds[0];
  await openRecord(page, id);
  await changeList(page, "medicines");
  const medicines = dialog(page, "Medicines now");
  await expect(medicines.getByLabel("Generic name")).toBeFocused();
  await page.keyboard.type("warfarin");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2.5 mg every evening");
  await page.keyboard.press("Enter");
  await expect(medicines.getByRole("list", { name: "Medicines now" })).toContainText("warfarin 2.5 mg");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change alerts" }).click();
  await expect(dialog(page, "Alerts").getByRole("textbox", { name: "Alert" })).toBeFocused();
  await page.keyboard.type("On warfarin");
  await dialog(page, "Alerts").getByLabel("Shown as").selectOption("Warning");
  await dialog(page, "Alerts").getByRole("button", { name: "Add alert" }).click();
  await expect(dialog(page, "Alerts").getByRole("list", { name: "Alerts" })).toContainText("On warfarin");
  await page.keyboard.press("Escape");
  await expect(cell(page, "Medicines now")).toContainText("warfarin 2.5 mg every evening");

  await page.goto(`/patients?open=prescription&patient=${id}`);
  const form = dialog(page, "Generate Prescription");
  await expect(form.getByText("On warfarin")).toBeVisible();
  await form.getByLabel("Medication name").fill("Coumadin");
  await expect(form.getByText("Coumadin: warfarin is taken now, from elsewhere.")).toBeVisible();

  // Stopped with a reason, and undone.
  await openRecord(page, id);
  await changeList(page, "medicines");
  await medicines.getByRole("button", { name: /^Stop: warfarin/ }).click();
  await expect(medicines.getByLabel("Why is it stopped?")).toBeFocused();
  await page.keyboard.type("INR 6");
  await page.keyboard.press("Enter");
  await expect(medicines.getByRole("region", { name: "Earlier" })).toContainText("INR 6");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(medicines.getByRole("list", { name: "Medicines now" })).toContainText("warfarin");
  const { medicines: now } = await asOwner(page, token).get(`/api/patients/${id}/summary`);
  expect(now).toMatchObject([{ generic: "warfarin", state: "active" }]);
});

test("the strip is at most 180 px high, and never scrolls sideways", { tag: "@release" }, async ({
  page,
}) => {
  const { token, patientIds } = await openClinic(page, { patients: [{ ...senior, allergies: "" }] });
  const id = patientIds[0];
  const api = asOwner(page, token);
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await api.post(`/api/patients/${id}/allergies`, {
      substance: `Substance of a long name ${n}`,
      severity: "severe",
    });
    await api.post(`/api/patients/${id}/problems`, {
      words: `Problem with quite a long description ${n}`,
      code: "I50.2",
    });
    await api.post(`/api/patients/${id}/medicines`, {
      generic: `medicine ${n}`,
      dose: "2.5 mg every evening",
    });
  }
  await api.post("/api/consultations", {
    patientId: id,
    chiefComplaint: "Refill",
    diagnosis: "Hypertension",
    treatment: "Fluid limit 1.5 L, weigh daily. ".repeat(10),
    // Missed, with tests pending and a high result: the longest possible plan.
    followUpDate: manilaDay(new Date()),
    vitalSigns: {
      bloodPressure: "182/112",
      pulse: 130,
      temperature: 39.4,
      oxygenSaturation: 90,
      respiratoryRate: 31,
      weight: 60,
    },
  });
  await missFollowUp(page, id ?? 0, "2026-01-05");
  await api.post(`/api/patients/${id}/papers`, {
    template: "laboratory_request",
    fields: { date: "2026-01-02", tests: ["cbc", "potassium"] },
  });
  await api.post(`/api/patients/${id}/results`, {
    panel: "electrolytes",
    collectedAt: manilaDay(new Date()),
    values: [{ analyte: "potassium", value: "6.1", unit: "mmol/L" }],
  });
  for (const open of ["record", "consultation", "prescription"]) {
    await page.goto(open === "record" ? `/patients/${id}` : `/patients?open=${open}&patient=${id}`);
    if (open !== "record") await page.getByRole("button", { name: "Show all" }).click();
    await expect(cell(page, "Problems")).toContainText("more");
    for (const word of ["Missed follow-up", "Not back yet", "Back"])
      await expect(strip(page).getByText(word).first()).toBeVisible();
    const { height = 999, width = 0 } = (await strip(page).boundingBox()) ?? {};
    expect(height, open).toBeLessThanOrEqual(180);
    expect(
      await strip(page).evaluate((node: { scrollWidth: number }) => node.scrollWidth),
      open,
    ).toBeLessThanOrEqual(Math.ceil(width));
  }
});

const longest = {
  patientName:
    "Pangilinan-Macapagal y Dimaculangan, Maria Concepcion Purificacion Guadalupe Immaculada-Villanueva III",
  birthday: "1950-03-04",
  allergies:
    "Penicillin, Sulfa, NSAIDs, Paracetamol, Iodinated contrast, Seafood at hipon, Itlog, Mani, Latex, Alikabok",
};
const plain = { patientName: "Uy, Ben", age: 61, allergies: "" };
/** A phone on its side, a small one, a desk at 150 % and at 200 %. */
const lowWindows = [
  [844, 390],
  [667, 375],
  [911, 512],
  [683, 384],
] as const;

test("in a low window a form has room below the strip, and its buttons are in reach", {
  tag: "@release",
}, async ({ page }) => {
  const { patientIds } = await openClinic(page, { patients: [longest, plain] });
  const forms = [
    { open: "prescription", last: "Additional instructions", button: "Save Prescription" },
    { open: "consultation", last: "History of present illness", button: "Next Step" },
  ];
  for (const [width, height] of lowWindows)
    for (const id of patientIds)
      for (const { open, last, button } of forms) {
        await page.setViewportSize({ width, height });
        await page.goto(`/patients?open=${open}&patient=${id}`);
        const form = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: button }) });
        await expect(form.getByRole("region", { name: "At a glance" })).toContainText("Allergies");
        const where = `${open} of ${id} at ${width} x ${height}`;
        const act = form.getByRole("button", { name: button });
        await expect(act, where).toBeInViewport({ ratio: 1 });
        const field = form.getByLabel(last);
        await field.focus();
        await expect(act, where).toBeInViewport({ ratio: 1 });
        const { y: fieldTop = -1, height: fieldHeight = 0 } = (await field.boundingBox()) ?? {};
        const { y: footTop = 0 } = (await act.boundingBox()) ?? {};
        expect(fieldTop, where).toBeGreaterThanOrEqual(0);
        expect(fieldTop + fieldHeight, where).toBeLessThanOrEqual(footTop);
        // The head makes room, as far as there is too little below it.
        const { y: stripTop = 0, height: stripHeight = 0 } = (await strip(page).boundingBox()) ?? {};
        expect(footTop - Math.max(0, stripTop + stripHeight), where).toBeGreaterThanOrEqual(120);
      }
});
