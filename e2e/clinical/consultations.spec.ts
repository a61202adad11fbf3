import { expect, type Locator, type Page, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { bytesOf } from "#e2e/support/downloads.ts";
import { act, openRecord } from "#e2e/support/record.ts";
import { addDays, formatLongDay, formatTypedDate, manilaDay } from "#shared/formats/dates.ts";
import { wordsOf } from "#test/pdf-text.ts";

/** A day, as stored, typed and printed. */
function inDays(count: number): { day: string; typed: string; long: string } {
  const day = addDays(manilaDay(new Date()), count);
  return { day, typed: formatTypedDate(day), long: formatLongDay(day) };
}

const name = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

async function aPatient(page: Page) {
  const clinic = await openClinic(page, {
    patients: [{ patientName: name, birthday: "1959-03-04", allergies: "penicillin" }],
  });
  const [id = 0] = clinic.patientIds;
  return { ...clinic, id, owner: asOwner(page, clinic.token) };
}

const openHistory = async (page: Page, id: number): Promise<Locator> => {
  await page.goto(`/patients?open=history&patient=${id}`);
  const history = page.getByRole("dialog", { name: "Consultation History", exact: true });
  await expect(history.getByRole("heading", { name: "Consultation Records", exact: true })).toBeVisible();
  return history;
};

async function wordsOfPdf(page: Page, button: Locator): Promise<{ words: string; file: string }> {
  const download = page.waitForEvent("download");
  await button.click();
  const file = await download;
  return { words: await wordsOf(await bytesOf(file)), file: file.suggestedFilename() };
}

test("the wizard asks for details of the checked symptoms, and stores all three steps", {
  tag: "@release",
}, async ({ page }) => {
  const { id, owner } = await aPatient(page);
  await openRecord(page, id);
  await act(page, "Add New Consultation");
  const wizard = page.getByRole("dialog", { name });
  await expect(wizard.getByText("Step 1 of 3")).toBeVisible();
  await wizard.getByRole("button", { name: "Next Step" }).click();
  await expect(wizard.getByText("Chief complaint is required")).toBeVisible();
  await wizard.getByLabel("Chief complaint").fill("Fever and vomiting");
  for (const [symptom, asks] of [
    ["Pain / discomfort", "Location"],
    ["Fever", "Onset"],
    ["Vomiting", "Frequency"],
    ["Diarrhea", "Duration"],
    ["Shortness of breath", "Breathing difficulty"],
  ] as const) {
    await expect(wizard.getByLabel(asks)).toHaveCount(0);
    await wizard.getByRole("checkbox", { name: symptom }).check();
    await wizard.getByLabel(asks).fill(`${asks} of it`);
  }
  await wizard.getByRole("checkbox", { name: "Diarrhea" }).uncheck();
  await expect(wizard.getByLabel("Duration")).toHaveCount(0);
  await wizard.getByRole("button", { name: "Next Step" }).click();
  await expect(wizard.getByText("Step 2 of 3")).toBeVisible();
  await expect(wizard.getByRole("button", { name: "Done: Chief Complaint & History" })).toBeVisible();
  await wizard.getByLabel("Temperature").fill("38.9");
  await wizard.getByRole("button", { name: "Next Step" }).click();
  await wizard.getByRole("button", { name: "Save Consultation" }).click();
  for (const message of ["Diagnosis is required", "Treatment plan is required"])
    await expect(wizard.getByText(message)).toBeVisible();
  await wizard.getByRole("button", { name: "Previous Step" }).click();
  await expect(wizard.getByLabel("Temperature")).toHaveValue("38.9");
  await wizard.getByRole("button", { name: "Next Step" }).click();
  await wizard.getByLabel("Physical examination").fill("Soft abdomen");
  await wizard.getByLabel("Diagnosis").fill("Acute gastroenteritis");
  await wizard.getByLabel("Treatment plan").fill("Oral rehydration");
  await wizard.getByLabel("Medications").fill("Paracetamol 500 mg");
  await wizard.getByLabel("Follow-up date").fill(inDays(14).typed);
  await wizard.getByLabel("Additional notes").fill("Comes with her daughter");
  await wizard.getByRole("button", { name: "Save Consultation" }).click();
  await expect(page.getByText("Consultation record saved successfully")).toBeVisible();
  await expect(wizard).toHaveCount(0);

  const [stored] = await owner.get(`/api/patients/${id}/consultations`);
  expect(stored).toMatchObject({
    consultationType: "General",
    chiefComplaint: "Fever and vomiting",
    vitalSigns: { temperature: 38.9, pulse: null },
    physicalExamination: "Soft abdomen",
    diagnosis: "Acute gastroenteritis",
    treatment: "Oral rehydration",
    medications: "Paracetamol 500 mg",
    followUpDate: inDays(14).day,
    notes: "Comes with her daughter",
    isIntake: false,
  });
  expect(JSON.parse(stored.historyOfPresentIllness)).toEqual({
    painDiscomfort: true,
    painLocation: "Location of it",
    fever: true,
    feverOnset: "Onset of it",
    vomiting: true,
    vomitingFrequency: "Frequency of it",
    diarrhea: false,
    diarrheaDuration: "",
    shortnessOfBreath: true,
    breathingDifficulty: "Breathing difficulty of it",
  });
  // Closed and reset: the next one starts empty.
  await act(page, "Add New Consultation");
  await expect(wizard.getByText("Step 1 of 3")).toBeVisible();
  await expect(wizard.getByLabel("Chief complaint")).toHaveValue("");
});

test("the checklist takes Yes or No for each symptom, and stores an intake", { tag: "@release" }, async ({
  page,
}) => {
  const { id, owner } = await aPatient(page);
  const details = await openRecord(page, id, "details");
  await details.getByRole("button", { name: "Consultation History Checklist" }).click();
  const checklist = page.getByRole("dialog", { name: "Consultation History Checklist" });
  const send = checklist.getByRole("button", { name: "Consultation History Checklist" });
  await send.click();
  await expect(checklist.getByText("Chief complaint is required")).toBeVisible();
  await checklist.getByLabel("Chief complaint").fill("Fever, day 4");
  const answer = (symptom: string, yesNo: string) =>
    checklist.getByRole("group", { name: symptom }).getByRole("radio", { name: yesNo });
  await answer("Fever", "Yes").check();
  await checklist.getByLabel("Onset / duration").fill("four days, on and off");
  await answer("Vomiting", "Yes").check();
  await checklist.getByLabel("Frequency").fill("twice");
  await answer("Vomiting", "No").check();
  await expect(answer("Vomiting", "Yes")).not.toBeChecked();
  await expect(checklist.getByLabel("Frequency")).toHaveCount(0);
  await answer("Shortness of breath", "No").check();
  await send.click();
  await expect(page.getByText("Consultation record added successfully")).toBeVisible();
  await expect(checklist).toHaveCount(0);

  const [stored] = await owner.get(`/api/patients/${id}/consultations`);
  expect({ ...stored, historyOfPresentIllness: JSON.parse(stored.historyOfPresentIllness) }).toEqual({
    id: expect.any(Number),
    patientId: id,
    clinicId: expect.any(Number),
    secretaryId: expect.any(Number),
    consultationType: "General",
    chiefComplaint: "Fever, day 4",
    historyOfPresentIllness: {
      painDiscomfort: { present: null, location: "" },
      fever: { present: true, onset: "four days, on and off" },
      vomiting: { present: false, frequency: "" },
      diarrhea: { present: null, duration: "" },
      shortnessOfBreath: { present: false, details: "" },
    },
    isConfidential: false,
    isOwn: true,
    vitalSigns: null,
    vitalsInError: null,
    enteredInError: null,
    physicalExamination: null,
    diagnosis: "Assessment pending",
    treatment: "Consultation in progress",
    medications: null,
    followUpDate: null,
    notes: "Consultation history checklist completed",
    isIntake: true,
    createdAt: expect.any(String),
    diagnoses: [],
    addenda: [],
  });
  expect(await owner.get("/api/patients?diagnosis=Assessment%20pending")).toEqual([]);
});

test("the history viewer shows both lists and both details, prints them, and starts a new consultation", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  const { id, owner } = await aPatient(page);
  const history = await openHistory(page, id);
  await expect(history.getByText("No prescriptions found for this patient.")).toBeVisible();
  await expect(history.getByText("No consultation records found for this patient.")).toBeVisible();
  await owner.post("/api/consultations", {
    patientId: id,
    chiefComplaint: "Shortness of breath",
    historyOfPresentIllness: { fever: { present: false, onset: "" } },
    vitalSigns: { bloodPressure: "152/92" },
    diagnosis: "Heart failure, NYHA class II",
    treatment: "Furosemide; ₱350 for the laboratory",
    followUpDate: inDays(14).day,
  });
  const medicine = {
    dosage: "1 tab",
    frequency: "OD",
    duration: "30 days",
    strength: "20 mg",
    form: "tablet",
  };
  await owner.post(`/api/patients/${id}/prescription`, {
    physicianName: "Rafael Peñaflor, MD",
    physicianLicense: "0098412",
    physicianPTR: "2614407",
    diagnosis: "Heart failure",
    medications: ["furosemide", "bisoprolol", "losartan"].map((of) => ({
      ...medicine,
      name: of,
      quantity: "30",
    })),
  });

  await test.step("opens from the details", async () => {
    await openRecord(page, id);
    await act(page, "Consultation History");
    await expect(history.getByRole("region", { name: "Patient Information" })).toContainText("March 4, 1959");
  });

  await test.step("shows a prescription, and downloads its PDF", async () => {
    const list = history.getByRole("region", { name: "Prescription History" });
    await expect(list.getByRole("listitem")).toContainText("+1 more medications");
    await list.getByRole("button", { name: /^View Details/ }).click();
    const detail = page.getByRole("dialog", { name: /^Prescription of/ });
    for (const words of ["Rafael Peñaflor, MD", "0098412", "2614407", "losartan"])
      await expect(detail.getByText(words).first()).toBeVisible();
    await expect(detail.getByRole("button", { name: "Print" })).toBeVisible();
    const { words } = await wordsOfPdf(page, detail.getByRole("button", { name: "Download PDF" }));
    expect(words).toContain("losartan 20 mg tablet");
    await page.keyboard.press("Escape");
  });

  await test.step("shows a consultation, and downloads its PDF", async () => {
    const list = history.getByRole("region", { name: "Consultation Records" });
    for (const words of ["General", "Heart failure, NYHA class II", "Shortness of breath"])
      await expect(list.getByText(words)).toBeVisible();
    await list.getByRole("button", { name: /^View More/ }).click();
    const detail = page.getByRole("dialog", { name: "Consultation Details" });
    await expect(detail.getByText("Next Appointment")).toBeVisible();
    await expect(detail.getByText("Not present Fever")).toBeVisible();
    await expect(detail.getByRole("button", { name: "Print" })).toBeVisible();
    const { words, file } = await wordsOfPdf(page, detail.getByRole("button", { name: "Download PDF" }));
    expect(file).toMatch(/^consultation-Macaraeg-Villanueva, .* dela Peña-\d{4}-\d\d-\d\d\.pdf$/);
    for (const part of [
      "Peñaflor Heart Clinic",
      name,
      "Allergies: penicillin",
      "Blood pressure 152/92 mmHg",
      "Diagnosis Heart failure, NYHA class II",
      "₱350",
      `Next Appointment ${inDays(14).long}`,
    ])
      expect(words).toContain(part);
    await page.keyboard.press("Escape");
    await expect(detail).toHaveCount(0);
  });

  await test.step("starts a new consultation over it, and Back returns to it", async () => {
    await history.getByRole("button", { name: "Add New Consultation" }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    expect(new URL(page.url()).searchParams.get("over")).toBe("consultation");
    await page.goBack();
    await expect(page.getByRole("dialog", { name })).toHaveCount(0);
    await expect(history.getByRole("heading", { name: "Consultation Records", exact: true })).toBeVisible();
  });
});

test("View Consultation on a patient's card opens the history", { tag: "@release" }, async ({ page }) => {
  await aPatient(page);
  await page.goto("/patients");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "View Consultation" }).click();
  await expect(page.getByRole("dialog", { name: "Consultation History", exact: true })).toBeVisible();
});

test("an addendum appears under the consultation, dated and signed, and the consultation is unchanged", async ({
  page,
}) => {
  const clinic = await aPatient(page);
  const before = await clinic.owner.post("/api/consultations", {
    patientId: clinic.id,
    chiefComplaint: "Fever",
    diagnosis: "Dengue fever",
    treatment: "Fluids",
  });
  await comeAsStaff(page, clinic, { permissions: ["view_patients", "edit_patients"] });
  const history = await openHistory(page, clinic.id);
  await history.getByRole("button", { name: /^View More/ }).click();
  const detail = page.getByRole("dialog", { name: "Consultation Details" });
  await detail.getByRole("button", { name: "Add Addendum" }).click();
  await detail.getByLabel("New addendum").fill("Platelets 92, from the laboratory by phone.");
  await detail.getByRole("button", { name: "Save Addendum" }).click();
  await expect(page.getByText("Addendum saved successfully")).toBeVisible();
  await expect(detail.getByRole("listitem").filter({ hasText: "Platelets 92" })).toContainText(
    /\w{3} \d+, \d{4}, \d+:\d\d [AP]M, \w+/,
  );
  const { words } = await wordsOfPdf(page, detail.getByRole("button", { name: "Download PDF" }));
  expect(words).toContain("Platelets 92, from the laboratory by phone.");
  const [after] = await clinic.owner.get(`/api/patients/${clinic.id}/consultations`);
  expect({ ...after, addenda: [] }).toEqual(before);
  await page.reload();
  await expect(history.getByText("Platelets 92, from the laboratory by phone.")).toBeVisible();
});

test("a full history is saved while it is typed, survives a reload, and is finalized by the doctor", async ({
  page,
}) => {
  const { id, owner } = await aPatient(page);
  const history = await openHistory(page, id);
  const part = history.getByRole("region", { name: "Full History" });
  await part.getByRole("button", { name: "Start Full History" }).click();
  const form = page.getByRole("dialog", { name: "Full History", exact: true });
  await form.getByLabel("Chief complaint").fill("Shortness of breath, three weeks");
  await form.getByLabel("Past surgeries").fill("Appendectomy, 1998");
  await expect(form.getByText(/^Saved \d+:\d\d [AP]M$/)).toBeVisible();

  await test.step("offline it says so, and saves once online", async () => {
    await page.context().setOffline(true);
    await form.getByLabel("Hospitalizations").fill("2019, pneumonia");
    await expect(form.getByText(/^Not saved\./)).toBeVisible();
    await expect(form.getByLabel("Hospitalizations")).toHaveValue("2019, pneumonia");
    await page.context().setOffline(false);
    await expect(form.getByText(/^Saved \d+:\d\d [AP]M$/)).toBeVisible();
  });

  await test.step("another desk edits the same field: both texts, and a choice", async () => {
    const [stored] = await owner.get(`/api/patients/${id}/consultation-records`);
    expect(stored).toMatchObject({ status: "draft", hospitalizations: "2019, pneumonia" });
    await owner.patch(`/api/consultation-records/${stored.id}`, { workingDiagnosis: "Asthma" });
    await form.getByLabel("Working diagnosis").fill("Heart failure");
    const choice = form.getByRole("region", { name: "Working diagnosis" });
    await expect(choice.getByText("Asthma")).toBeVisible();
    await choice.getByRole("button", { name: "Keep mine" }).click();
    await expect(choice).toHaveCount(0);
    await expect
      .poll(async () => (await owner.get(`/api/patients/${id}/consultation-records`))[0].workingDiagnosis)
      .toBe("Heart failure");
  });

  await page.reload();
  await part.getByRole("button", { name: /^Continue the draft/ }).click();
  await expect(form.getByLabel("Past surgeries")).toHaveValue("Appendectomy, 1998");
  await form.getByLabel("Final diagnosis").fill("Heart failure, NYHA class II");
  await form.getByRole("button", { name: "Finish" }).click();
  await page
    .getByRole("alertdialog", { name: "Finish this full history?" })
    .getByRole("button", { name: "Finish" })
    .click();
  await expect(page.getByText("Full history finished")).toBeVisible();

  await part.getByRole("button", { name: /^View the full history/ }).click();
  await expect(form.getByText("Appendectomy, 1998")).toBeVisible();
  await expect(form.getByRole("textbox")).toHaveCount(0);
  const { words } = await wordsOfPdf(page, form.getByRole("button", { name: "Download PDF" }));
  for (const said of ["by Rafael Peñaflor", "Final diagnosis Heart failure, NYHA class II"])
    expect(words).toContain(said);
});

test("a history of 500 days opens immediately and loads more on demand", { tag: "@release" }, async ({
  page,
}) => {
  const { id, owner } = await aPatient(page);
  const today = new Date();
  const before = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        owner.post(`/api/patients/${id}/consultation`, {
          vitalSigns: { pulse: 80 },
          recordedAt: before(batch * 50 + index + 1),
        }),
      ),
    );
  const started = Date.now();
  const history = await openHistory(page, id);
  const list = history.getByRole("region", { name: "Consultation Records" });
  await expect(list.getByRole("article")).toHaveCount(10);
  expect(Date.now() - started, "ms from the address to the list").toBeLessThan(8000);
  await list.getByRole("button", { name: /^Show 490 more, to / }).click();
  await expect(list.getByRole("article")).toHaveCount(20);
});
