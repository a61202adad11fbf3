import { expect, type Locator, type Page } from "@playwright/test";
import { asOwner } from "#e2e/support/clinic.ts";
import { mariluz, Taps, test } from "#e2e/support/keys.ts";
import { recordOf } from "#e2e/support/record.ts";

// A doctor without a desk: one patient from the queue to Done, with a thumb, on a screen of 390 px.

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name });

/** Neither the page nor the open dialog scrolls sideways. */
async function nothingBeside(page: Page): Promise<void> {
  const wide = await page.evaluate<string[]>(`
    [document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.getAttribute("aria-label") ?? element.tagName)
  `);
  expect(wide).toEqual([]);
}

test("a doctor with only a phone: called, measured, noted, coded, prescribed, certified, done", {
  tag: "@phone",
}, async ({ page, clinic }) => {
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await owner.post("/api/quick-texts/examples", {});
  await owner.post(`/api/patients/${id}/allergies`, { substance: "penicillin", reaction: "rash" });
  await owner.post("/api/visits", { patientId: id, reason: "BP check" });
  const taps = new Taps();
  await page.goto("/consults");
  await taps.tap(button(page, /^Call Next/));
  const record = recordOf(page);
  const strip = record.getByRole("region", { name: "At a glance" });
  await expect(strip.getByText("penicillin")).toBeVisible();
  await nothingBeside(page);
  /** The act at the thumb, or another one from the menu beside it. */
  const choose = async (name: string) => {
    const atThumb = record.getByRole("button", { name, exact: true });
    if (await atThumb.isVisible()) return taps.tap(atThumb);
    await taps.tap(button(record, /^More for /));
    return taps.tap(page.getByRole("menuitem", { name }));
  };

  await test.step("vital signs", async () => {
    await choose("Record Vitals");
    const vitals = page.getByRole("dialog", { name: "Record Vital Signs" });
    await vitals.getByLabel("Blood pressure").fill("148/90");
    await nothingBeside(page);
    await taps.tap(button(vitals, "Record Vital Signs"));
    await expect(strip.getByText("148/90")).toBeVisible();
  });

  await test.step("a note from a template, coded, back in a month", async () => {
    await choose("Write Consultation");
    const wizard = page.getByRole("dialog", { name: mariluz });
    await taps.tap(button(wizard, /^Templates/));
    const templates = page.getByRole("dialog", { name: "Note Templates" });
    await taps.tap(button(templates, /^Hypertension follow-up/));
    // As told at the desk, which a template does not replace.
    await expect(wizard.getByLabel("Chief complaint")).toHaveValue("BP check");
    const details = wizard.getByLabel("History of present illness");
    await expect(details).toHaveValue(/^Known hypertension/);
    await taps.tap(button(wizard, "every day, most days, sometimes"));
    await page.keyboard.type("every day");
    await taps.tap(button(wizard, "average at home"));
    await page.keyboard.type("140/90");
    await expect(details).toHaveValue(/Takes the medicines every day\. Home BP 140\/90\./);
    await nothingBeside(page);
    await taps.tap(button(wizard, "Next Step"));
    await expect(wizard.getByText("Step 2 of 3")).toBeVisible();
    await taps.tap(button(wizard, "Next Step"));
    await expect(wizard.getByText("I10")).toBeVisible();
    await taps.tap(wizard.getByRole("combobox", { name: "Diagnosis" }));
    await page.keyboard.type("dm2");
    await taps.tap(wizard.getByRole("option", { name: /Type 2 diabetes/ }).first());
    await expect(wizard.getByRole("list", { name: "Chosen diagnoses" })).toContainText("E11");
    await expect(button(wizard, "1 month")).toHaveAttribute("aria-pressed", "true");
    await nothingBeside(page);
    await taps.tap(button(wizard, /^Save/).last());
    await expect(page.getByText("Consultation record saved successfully")).toBeVisible();
  });

  await test.step("a prescription, with the strip above it", async () => {
    // What comes next is told, in order.
    await taps.tap(button(page.getByRole("dialog", { name: "Next for This Visit" }), /^Prescription/));
    const form = page.getByRole("dialog", { name: "Generate Prescription" });
    for (const [label, text] of [
      ["Medication name", "co-amoxiclav"],
      ["SIG", "1 tab"],
      ["Frequency", "BID"],
      ["Duration", "7 days"],
    ] as const)
      await form.getByLabel(label).fill(text);
    await expect(form.getByText(/Allergy/).first()).toBeVisible();
    await form.getByLabel("Medication name").fill("losartan");
    await form.getByLabel("Frequency").fill("OD");
    await nothingBeside(page);
    await taps.tap(button(form, "Save Prescription"));
    await expect(form.getByText("Saved", { exact: true })).toBeVisible();
  });

  await test.step("a certificate", async () => {
    await taps.tap(button(page.getByRole("dialog", { name: "Generate Prescription" }), /^Certificate/));
    const dialog = page.getByRole("dialog", { name: "New Certificate or Request" });
    await nothingBeside(page);
    await taps.tap(button(dialog, /^Use “Essential hypertension/));
    await taps.tap(button(dialog, "Save").last());
    const saved = page.getByRole("dialog", { name: /No\. \d{4}-00001$/ });
    await expect(saved.getByText("Released", { exact: true })).toBeVisible();
    await nothingBeside(page);
    await page.keyboard.press("Escape");
    await expect(saved).toHaveCount(0);
  });

  await test.step("the next one", async () => {
    const next = page.getByRole("dialog", { name: "Next for This Visit" });
    await taps.tap(button(next, "Next: For Payment"));
    await expect(next).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(record).toHaveCount(0);
    await page.getByRole("region", { name: "For payment" }).getByRole("button", { name: /^Done/ }).tap();
    await expect(page.getByRole("heading", { name: "Nobody is in the queue" })).toBeVisible();
  });
  const [written] = await owner.get(`/api/patients/${id}/consultations`);
  expect(written).toMatchObject({ diagnoses: [{ code: "I10" }, { code: expect.stringMatching(/^E11/) }] });
  expect(await owner.get(`/api/patients/${id}/prescriptions`)).toHaveLength(1);
  // Not letters or digits. Two of them are blanks of the template.
  expect(taps.tapped).toBeLessThanOrEqual(20);
});

/** How much of the window is taken by what does not scroll in an open dialog. */
const stuckShare = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const parts = [...document.querySelectorAll("[role=dialog], [role=dialog] *")];
    const main = parts
      .filter((part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY))
      .reduce((one, other) => (other.clientHeight > one.clientHeight ? other : one));
    main.scrollTop = 200;
    const stuck = [...main.querySelectorAll("*")]
      .filter((part) => getComputedStyle(part).position === "sticky")
      .reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    return (innerHeight - main.clientHeight + stuck) / innerHeight;
  })()`);

test("on a small phone the head and foot of a long form leave two thirds to it", { tag: "@phone" }, async ({
  page,
  clinic,
}) => {
  const [id] = clinic.patientIds;
  await page.setViewportSize({ width: 360, height: 640 });
  for (const open of ["consultation", "prescription", "payment"]) {
    await page.goto(`/patients?open=${open}&patient=${id}`);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("textbox").first()).toBeVisible();
    expect(await stuckShare(page), open).toBeLessThanOrEqual(1 / 3);
    await expect(dialog.getByRole("heading").first(), open).toBeInViewport({ ratio: 1 });
  }
});

test("on a narrow phone what is pressed is whole, on one line and large enough", { tag: "@phone" }, async ({
  page,
  clinic,
}) => {
  expect(clinic.token).not.toBe("");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.route("**/api/patients/counts", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), paymentPending: 157 } });
  });
  await page.goto("/patients?status=Admitted");
  const filters = button(page, /^Advanced Filters/);
  await expect(filters).toContainText("ON");
  expect((await filters.boundingBox())?.height).toBeLessThan(50);
  const count = button(page, /^Payment Pending/).getByText("157", { exact: true });
  expect((await count.boundingBox())?.height).toBeLessThan(24);
  await page.goto("/settings");
  const field = page.getByLabel("Subdomain");
  await expect(field).toBeVisible();
  expect((await field.boundingBox())?.width).toBeGreaterThan(240);
  await page.goto("/simplified");
  const back = page.getByRole("link", { name: "Full version" });
  await expect(back).toBeVisible();
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test("the day of a count is chosen beside the heading of payments", { tag: "@phone" }, async ({
  page,
  clinic,
}) => {
  expect(clinic.token).not.toBe("");
  await page.goto("/payments");
  const day = await button(page, "Previous day").boundingBox();
  const tabs = await page.getByRole("tab", { name: "Day's Count" }).boundingBox();
  expect(day?.y).toBeLessThan(tabs?.y ?? 0);
});

test("above an open keyboard the field that is typed in is in sight, with its label and the main button", {
  tag: "@phone",
}, async ({ page, clinic }) => {
  const [id] = clinic.patientIds;
  for (const { open, main, fields } of [
    { open: "consultation", main: "Next Step", fields: ["Chief complaint", "History of present illness"] },
    { open: "prescription", main: "Save Prescription", fields: ["Medication name", "SIG", "Instructions"] },
    { open: "payment", main: "Save and Print", fields: ["Service", "Amount"] },
  ]) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/patients?open=${open}&patient=${id}`);
    for (const name of fields) {
      const field = page.getByLabel(name).first();
      await field.focus();
      await page.setViewportSize({ width: 360, height: 330 });
      const where = `${name} of the ${open}`;
      const act = button(page, main);
      await expect(act, where).toBeInViewport({ ratio: 1 });
      await expect(field, where).toBeInViewport({ ratio: 1 });
      const label = page.locator("label").filter({ hasText: name }).first();
      await expect(label, where).toBeInViewport({ ratio: 1 });
      const { y: foot = 0 } = (await act.boundingBox()) ?? {};
      const { y = 0, height = 999 } = (await field.boundingBox()) ?? {};
      expect(y + height, where).toBeLessThanOrEqual(foot);
    }
  }
});

test("a long last diagnosis is offered under the label, within the screen", { tag: "@phone" }, async ({
  page,
  clinic,
}) => {
  const [patientId = 0] = clinic.patientIds;
  await asOwner(page, clinic.token).post("/api/consultations", {
    patientId,
    chiefComplaint: "Prenatal",
    diagnosis: "G4P2 (1-1-1-3) pregnancy uterine 24 weeks; elevated blood pressure",
    treatment: "Rest",
  });
  const width = page.viewportSize()?.width ?? 0;
  for (const [open, label] of [
    ["prescription", "Diagnosis"],
    ["laboratory-request", "Clinical impression"],
  ] as const) {
    await page.goto(`/patients?open=${open}&patient=${patientId}`);
    const dialog = page.getByRole("dialog");
    const offer = button(dialog, /^Use “G4P2 \(1-1-1-3\)/);
    for (const within of [offer, dialog.getByRole("textbox", { name: label, exact: true })]) {
      const box = await within.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width);
    }
  }
});
