import { expect, type Locator, type Page } from "@playwright/test";
import { asOwner, openClinic } from "#e2e/support/clinic.ts";
import { deskLimits, effortLimits, type Job } from "#e2e/support/effort-limits.ts";
import { button, flow, joaquin, mariluz, Taps, test } from "#e2e/support/keys.ts";
import { recordPrinting } from "#e2e/support/printing.ts";
import { openRecord, recordOf } from "#e2e/support/record.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";

// The cost of daily jobs besides typing text. The limits are in one place; the counts are measured figures.

function expectEffort(job: Job, count: number): void {
  test.info().annotations.push({ type: "effort", description: `${job}: ${count}` });
  expect.soft(count, `${effortLimits[job].of} to ${job}`).toBeLessThanOrEqual(effortLimits[job].most);
}

const form = (page: Page) => page.getByRole("dialog", { name: "Generate Prescription" });
const medicine = (page: Page, number: number) =>
  form(page).getByRole("group", { name: `Medicine ${number}` });

test("adds a patient", async ({ page, clinic, keys }) => {
  expect(clinic.patientIds).toHaveLength(2);
  await page.goto("/patients");
  const open = button(page, "Add Patient").first();
  await keys.tabTo(open);
  keys.pressed = 0;
  await keys.press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await expect(form.getByLabel("Patient name")).toBeFocused();
  await keys.type("Dela Cruz, Althea");
  await keys.tabTo(form.getByLabel("Age"), { atMost: 3 });
  await keys.type("8");
  await keys.tabTo(form.getByLabel("Sex"), { atMost: 1 });
  await keys.type("F");
  await keys.press("Control+Enter");
  await expect(page.getByText("Patient added successfully")).toBeVisible();
  expectEffort("add a patient", keys.pressed);
  const details = recordOf(page);
  await expect(details.getByText("8 / F").first()).toBeVisible();
  await keys.press("Escape");
  await expect(details).toHaveCount(0);
  // In the list, at the new patient.
  await expect(page.getByText("Dela Cruz, Althea").locator("visible=true").first()).toBeVisible();
  flow("add");
});

test("finds and opens a patient, prescribes a favorite and prints, three medicines, and the last again", async ({
  page,
  clinic,
  keys,
}) => {
  const printing = await recordPrinting(page);
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await owner.post("/api/prescription-favourites", {
    name: "Pressure",
    medications: [
      {
        name: "losartan",
        strength: "50 mg",
        form: "tablet",
        dosage: "1 tab",
        frequency: "OD",
        duration: "30 days",
      },
    ],
  });
  const written = async () =>
    (await owner.get(`/api/patients/${id}/prescriptions`)) as { medications: object[] }[];
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  const details = recordOf(page);

  await test.step("finds and opens", async () => {
    keys.pressed = 0;
    await keys.press("/");
    await expect(page.getByRole("combobox", { name: "Search patients, actions, pages" })).toBeFocused();
    const letters = "mar";
    await keys.type(letters);
    await expect(page.getByRole("option", { name: mariluz })).toHaveAttribute("aria-selected", "true");
    await keys.press("Enter");
    await expect(details.getByText(mariluz).first()).toBeVisible();
    expectEffort("find and open a patient", keys.pressed);
    expectEffort("letters to find a patient", letters.length);
  });

  await test.step("prescribes a favorite and prints", async () => {
    keys.pressed = 0;
    await keys.press("r");
    await expect(medicine(page, 1).getByLabel("Medication name")).toBeFocused();
    await keys.press("Alt+f");
    await expect(page.getByRole("dialog", { name: "Favorites" }).getByText("Pressure")).toBeVisible();
    await keys.press("Enter");
    await expect(medicine(page, 1).getByLabel("Medication name")).toHaveValue("losartan");
    const paper = page.waitForResponse(/\/prescription\?format=pdf/);
    await keys.press("Control+p");
    expect((await paper).status()).toBe(200);
    await expect(form(page).getByText("Saved", { exact: true })).toBeVisible();
    await expect.poll(printing.printed).toBe(1);
    expectEffort("prescribe a favorite and print", keys.pressed);
    expect(await written()).toHaveLength(1);
    await page.bringToFront();
    await keys.press("Escape");
    await expect(form(page)).toHaveCount(0);
  });

  await test.step("prescribes three medicines from scratch", async () => {
    keys.pressed = 0;
    await keys.press("r");
    await expect(medicine(page, 1).getByLabel("Medication name")).toBeFocused();
    for (const [index, name] of ["amlodipine", "metformin", "atorvastatin"].entries()) {
      if (index > 0) {
        await keys.press("Alt+m");
        await expect(medicine(page, index + 1).getByLabel("Medication name")).toBeFocused();
      }
      await keys.type(name);
      for (const [label, text] of [
        ["Strength", "10 mg"],
        ["SIG", "1 tab"],
        ["Frequency", "OD"],
        ["Duration", "30 days"],
      ] as const) {
        await keys.tabTo(medicine(page, index + 1).getByLabel(label), { atMost: 3 });
        await keys.type(text);
      }
    }
    await keys.press("Control+Enter");
    await expect(form(page).getByText("Saved", { exact: true })).toBeVisible();
    expectEffort("prescribe three medicines", keys.pressed);
    expect((await written())[0]?.medications).toHaveLength(3);
    await keys.press("Escape");
    await expect(form(page)).toHaveCount(0);
  });

  await test.step("repeats the last", async () => {
    keys.pressed = 0;
    await keys.press("r");
    await expect(button(form(page), /^Repeat last/)).toBeVisible();
    await keys.press("Alt+r");
    await expect(form(page).getByRole("listitem").filter({ hasText: "atorvastatin" })).toBeVisible();
    await keys.press("Control+Enter");
    await expect(form(page).getByText("Saved", { exact: true })).toBeVisible();
    expectEffort("repeat the last prescription", keys.pressed);
    expect(await written()).toHaveLength(3);
  });
});

test("a morning at the desk: a walk-in, a returning patient, the next one called, a senior's payment", async ({
  page,
  clinic,
  keys,
}) => {
  const printing = await recordPrinting(page);
  await asOwner(page, clinic.token).post("/api/services", { name: "Consultation", amount: "1000" });
  await page.goto("/consults");
  await expect(page.getByRole("heading", { name: "Nobody is in the queue" })).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting", exact: true });
  const search = page.getByRole("searchbox", { name: "Name, phone or number" });

  await test.step("adds a walk-in", async () => {
    keys.pressed = 0;
    await keys.press("w");
    await expect(search).toBeFocused();
    await keys.type("Bañez, Corazon 67 F");
    await expect(button(page, "New patient “Bañez, Corazon”, 67 F")).toBeVisible();
    await keys.press("Enter");
    await expect(page.getByLabel("Sex")).toHaveValue("F");
    await expect(page.getByLabel("Patient name")).toBeFocused();
    await keys.press("Control+Enter");
    await expect(waiting.getByText("Bañez, Corazon")).toBeVisible();
    expectEffort("add a walk-in", keys.pressed);
  });

  await test.step("queues a returning patient", async () => {
    keys.pressed = 0;
    await keys.press("w");
    await expect(search).toBeFocused();
    await keys.type("yba");
    await expect(button(page.getByRole("dialog"), new RegExp(mariluz))).toBeVisible();
    await keys.press("Enter");
    await expect(waiting.getByText(mariluz)).toBeVisible();
    expectEffort("queue a returning patient", keys.pressed);
  });

  await test.step("calls the next, and has the record open", async () => {
    keys.pressed = 0;
    await keys.press("l");
    const record = recordOf(page);
    await expect(record.getByText("Bañez, Corazon").first()).toBeVisible();
    expectEffort("call the next patient", keys.pressed);
    await keys.press("Escape");
    await expect(record).toHaveCount(0);
  });

  await test.step("takes a senior's payment, half GCash and half cash", async () => {
    const forPayment = button(page.getByRole("region", { name: "With doctor" }), /^For Payment/);
    await keys.tabTo(forPayment, { atMost: 60 });
    await keys.press("Enter");
    const take = button(page.getByRole("region", { name: "For payment" }), /^Take Payment/);
    await keys.tabTo(take, { atMost: 60 });
    keys.pressed = 0;
    await keys.press("Enter");
    const payment = page.getByRole("dialog", { name: "Take Payment" });
    await expect(button(payment, "Add from price list")).toBeFocused();
    await keys.press("Enter");
    await expect(page.getByRole("menuitem", { name: /^Consultation/ })).toBeFocused();
    await keys.press("Enter");
    await expect(payment.getByLabel("Service", { exact: true })).toHaveValue("Consultation");
    await keys.press("Alt+i");
    await expect(payment.getByLabel("Senior citizen ID (OSCA)")).toBeFocused();
    await keys.type("2214-88");
    await keys.press("Alt+p");
    await expect(payment.getByLabel("Method")).toBeFocused();
    await keys.type("G");
    await keys.press("Tab");
    await expect(payment.getByLabel("Reference")).toBeFocused();
    await keys.type("8012334556781");
    await keys.press("Tab");
    await keys.type("400");
    await keys.press("Alt+p", "Tab");
    await expect(payment.getByLabel("Cash received")).toBeFocused();
    await keys.type("500");
    await keys.press("Control+p");
    await expect(payment).toHaveCount(0);
    await expect.poll(printing.printed).toBe(1);
    expectEffort("take a senior's payment in two ways and print", keys.pressed);
  });
});

test("an appointment two weeks on, from the open record", async ({ page, clinic, keys }) => {
  await openRecord(page, clinic.patientIds[0], "appointments");
  await expect(page.getByRole("region", { name: "Appointments" })).toBeVisible();
  keys.pressed = 0;
  await keys.press("b");
  const dialog = page.getByRole("dialog", { name: "New Appointment" });
  await expect(button(dialog, "Next free")).toBeFocused();
  await keys.press("Tab", "Tab", "Enter");
  await expect(dialog.getByLabel("Time")).not.toHaveValue("");
  await keys.press("Control+Enter");
  await expect(page.getByText("Appointment booked")).toBeVisible();
  expectEffort("book an appointment two weeks on", keys.pressed);
});

test("a follow-up of hypertension: coded, vitals, two medicines repeated, back in a month", async ({
  page,
  clinic,
  keys,
}) => {
  const [id = 0] = clinic.patientIds;
  const owner = asOwner(page, clinic.token);
  await owner.post("/api/quick-texts/examples", {});
  const asBefore = { form: "tablet", dosage: "1 tab", frequency: "OD", duration: "30 days" };
  await owner.post(`/api/patients/${id}/prescription`, {
    physicianName: "Rafael Peñaflor",
    physicianLicense: "0098412",
    medications: [
      { ...asBefore, name: "losartan", strength: "50 mg" },
      { ...asBefore, name: "amlodipine", strength: "5 mg" },
    ],
  });
  const record = await openRecord(page, id);
  await expect(record.getByText(mariluz).first()).toBeVisible();
  keys.pressed = 0;
  await keys.press("c");
  const wizard = page.getByRole("dialog", { name: mariluz });
  await expect(wizard.getByLabel("Chief complaint")).toBeFocused();
  await keys.press("Alt+n");
  const templates = page.getByRole("dialog", { name: "Note Templates" });
  await expect(templates.getByRole("button", { name: /^Hypertension follow-up/ })).toBeVisible();
  // The letters of a template's name are neither a figure nor the user's own text: they count.
  await keys.press("h", "t", "n", "Enter");
  // As told at the desk, which a template does not replace.
  await expect(wizard.getByLabel("Chief complaint")).toHaveValue("Headache");
  const details = wizard.getByLabel("History of present illness");
  await expect(details).toHaveValue(/^Known hypertension/);
  await keys.tabTo(details, { atMost: 7 });
  await keys.type("every day");
  await keys.press("Tab");
  await keys.type("140/90");
  await expect(details).toHaveValue(/Takes the medicines every day\. Home BP 140\/90\./);
  await keys.press("Control+Enter");
  await expect(wizard.getByLabel("Blood pressure")).toBeFocused();
  await keys.type("148/90");
  await keys.tabTo(wizard.getByLabel("Pulse"), { atMost: 2 });
  await keys.type("76");
  await keys.press("Control+Enter");
  await expect(wizard.getByLabel("Physical examination")).toBeFocused();
  await expect(wizard.getByText("I10")).toBeVisible();
  await expect(wizard.getByRole("button", { name: "1 month" })).toHaveAttribute("aria-pressed", "true");
  await keys.press("Alt+r");
  await expect(wizard.getByText(/as on /)).toHaveCount(2);
  await keys.press("Control+Enter");
  await expect(
    button(page.getByRole("dialog", { name: "Next for This Visit" }), "Next: Prescription"),
  ).toBeFocused();
  await keys.press("Enter");
  await expect(form(page).getByRole("listitem").filter({ hasText: "amlodipine 5 mg tablet" })).toBeVisible();
  await keys.press("Control+Enter");
  await expect(form(page).getByText("Saved", { exact: true })).toBeVisible();
  expectEffort("write a follow-up of hypertension, coded, two medicines repeated", keys.pressed);
  const [written] = (await owner.get(`/api/patients/${id}/consultations`)) as {
    diagnoses: object[];
    vitalSigns: object;
    medications: string;
  }[];
  expect(written).toMatchObject({
    diagnoses: [{ words: "Essential hypertension", code: "I10" }],
    vitalSigns: { bloodPressure: "148/90", pulse: 76 },
    medications: "losartan 50 mg tablet, 1 tab, OD, 30 days\namlodipine 5 mg tablet, 1 tab, OD, 30 days",
  });
  expect((await owner.get(`/api/patients/${id}/prescriptions`))[0].medications).toHaveLength(2);
});

test("a visit for hypertension that the desk prepared: three medicines, three tests and a slot, by pointer", async ({
  page,
}) => {
  const { patientIds, token } = await openClinic(page, { patients: [{ patientName: mariluz, age: 63 }] });
  const [id = 0] = patientIds;
  const owner = asOwner(page, token);
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
  const [place] = (await owner.get("/api/places")) as { id: number }[];
  await owner.put(`/api/places/${place?.id}/hours`, { hours, slotMinutes: 30 });
  const today = manilaDay(new Date());
  await owner.post("/api/days-off", { firstDay: today, lastDay: addDays(today, 60), isOpen: true });
  const asBefore = { form: "tablet", dosage: "1 tab", frequency: "OD", duration: "30 days" };
  const before = [
    { ...asBefore, name: "losartan", strength: "50 mg" },
    { ...asBefore, name: "amlodipine", strength: "5 mg" },
    { ...asBefore, name: "atorvastatin", strength: "20 mg", frequency: "HS" },
  ];
  await owner.post(`/api/patients/${id}/prescription`, {
    physicianName: "Rafael Peñaflor",
    physicianLicense: "0098412",
    medications: before,
  });
  const visit = await owner.post("/api/visits", { patientId: id, reason: "Headache; refill" });
  await owner.post(`/api/patients/${id}/consultation`, {
    vitalSigns: { bloodPressure: "190/100", pulse: 104 },
  });
  await owner.post(`/api/visits/${visit.id}/state`, { state: "with_doctor" });
  const record = await openRecord(page, id);

  let presses = 0;
  let fields = 0;
  const press = async (target: Locator) => {
    await target.click();
    presses += 1;
  };
  const wizard = page.getByRole("dialog", { name: mariluz });
  await press(button(record, /^(New|Write) Consultation$/));
  await expect(wizard.getByLabel("Chief complaint")).toHaveValue("Headache; refill");
  await wizard.getByLabel("History of present illness").fill("Ran out of losartan on Thursday.");
  await press(button(wizard, "Examination & Treatment"));
  for (const [label, text] of [
    ["Physical examination", "No focal weakness. Lungs clear, no edema."],
    ["Diagnosis", "Hypertensive urgency"],
  ] as const)
    await wizard.getByLabel(label).fill(text);
  await page.keyboard.press("Escape");
  const plan = [
    "losartan 100 mg od 30 days",
    "amlodipine 5 mg od",
    "atorvastatin 20 mg hs",
    "creatinine, potassium, lipids",
    "back in 2 weeks",
  ];
  await wizard.getByLabel("Treatment plan").focus();
  for (const line of plan) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
  fields += 4;
  const lines = wizard.getByRole("list", { name: "From the plan" });
  await expect(lines).toContainText("losartan 100 mg 1 tablet, once a day, for 30 days, #30 · was 50 mg");
  await expect(lines).toContainText("atorvastatin 20 mg 1 tablet, at bedtime, for 30 days, #30 · as on");
  await press(wizard.getByRole("group", { name: "Book with this consultation" }).getByRole("button").first());
  await press(button(wizard, "Save Consultation"));
  await press(button(page.getByRole("dialog", { name: "Next for This Visit" }), "Next: Prescription"));
  await expect(form(page).getByText("was 50 mg")).toBeVisible();
  await press(button(form(page), "Save Prescription"));
  await press(button(form(page), "Next: Laboratory Request"));
  await press(button(page.getByRole("dialog", { name: "New Certificate or Request" }), "Save"));
  await expect(page.getByText(/^Laboratory Request No\. .* saved$/)).toBeVisible();
  expectEffort("write a visit, its prescription, request and slot", presses);
  expectEffort("write a visit, its prescription, request and slot, fields", fields);

  const [written] = await owner.get(`/api/patients/${id}/consultations`);
  expect(written).toMatchObject({ treatment: plan.join("\n"), vitalSigns: { bloodPressure: "190/100" } });
  // The desk's reading is not stored a second time.
  expect(await owner.get(`/api/patients/${id}/vital-signs`)).toHaveLength(1);
  const [prescribed] = await owner.get(`/api/patients/${id}/prescriptions`);
  expect(prescribed.medications).toMatchObject([
    { ...before[0], strength: "100 mg", quantity: "30" },
    { ...before[1], quantity: "30" },
    { ...before[2], quantity: "30" },
  ]);
});

test("the evening's count, from the dashboard", async ({ page, clinic, keys }) => {
  const owner = asOwner(page, clinic.token);
  const lines = [{ description: "Consultation", quantity: 1, amount: "1000" }];
  const bill = await owner.post("/api/bills", { patientId: clinic.patientIds[0], lines });
  await owner.post(`/api/bills/${bill.id}/payments`, { method: "cash", amount: "1000" });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  keys.pressed = 0;
  await keys.press("/");
  await expect(page.getByRole("combobox", { name: "Search patients, actions, pages" })).toBeFocused();
  await keys.type("payments");
  await expect(page.getByRole("option", { name: /Payments/ })).toHaveAttribute("aria-selected", "true");
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
  const counted = page.getByLabel("Cash counted");
  await keys.tabTo(page.getByRole("link", { name: "Skip to the page" }), { atMost: 1 });
  await keys.press("Enter");
  await keys.tabTo(counted, { atMost: 8 });
  await keys.type("1000");
  await expect(page.getByText("As expected")).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByRole("dialog", { name: "The cash agrees. Close the count?" })).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByText("expected ₱1,000.00, counted ₱1,000.00")).toBeVisible();
  expectEffort("count the evening's cash", keys.pressed);
});

/** One user with a pointer: clicks, keys with their letters, and fields. */
class Desk {
  private readonly page: Page;
  private clicks = 0;
  private keys = 0;
  private fields = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  /** Into the field that has the focus, or into this one. */
  async type(text: string, field?: Locator): Promise<void> {
    await (field ? field.pressSequentially(text) : this.page.keyboard.type(text));
    this.keys += text.length;
    this.fields += 1;
  }

  /** What the act took, which is counted anew from here. */
  did(act: keyof typeof deskLimits): void {
    const took = [this.clicks, this.keys, this.fields] as const;
    test.info().annotations.push({ type: "effort", description: `${act}: ${took.join(", ")}` });
    for (const [index, of] of (["clicks", "keys", "fields"] as const).entries())
      expect.soft(took[index], `${of}: ${act}`).toBeLessThanOrEqual(deskLimits[act][index] ?? 0);
    this.clicks = this.keys = this.fields = 0;
  }
}

test("from the landing page to the first patient who is Done, by pointer", { tag: "@release" }, async ({
  page,
}) => {
  const desk = new Desk(page);
  const record = recordOf(page);
  await page.goto("/");
  await desk.click(page.getByRole("link", { name: "Start your free 30-day trial" }).first());
  const signUp = page.locator("form");
  for (const [label, text] of [
    ["Clinic name", "Peñaflor Heart Clinic"],
    ["Doctor name", "Rafael Peñaflor"],
    ["Email", `d${process.pid}x${Date.now()}@clinic.test`],
    ["Phone", "09175550148"],
    ["License number", "0098412"],
    ["Password", "sinigang-at-noon-7"],
    ["Confirm password", "sinigang-at-noon-7"],
  ] as const)
    await desk.type(text, signUp.getByLabel(new RegExp(`^${label}`)));
  await desk.press("Enter");
  await expect(page.getByText(/Registration successful! Welcome to/)).toBeVisible();
  await desk.click(button(page, "Add Patient").locator("visible=true").first());
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await desk.type(mariluz, form.getByLabel("Patient name"));
  await desk.type("33", form.getByLabel("Age"));
  await desk.type("F", form.getByLabel("Sex"));
  await desk.press("Control+Enter");
  await expect(record.getByText(mariluz).first()).toBeVisible();
  await desk.click(button(record, /^More for /));
  await desk.click(page.getByRole("menuitem", { name: "Done" }));
  await expect(page.getByText("Consultation Completed")).toBeVisible();
  desk.did("the first patient is Done, from the landing page");
});

test("a day at the desk, by pointer", { tag: "@release" }, async ({ page }) => {
  const desk = new Desk(page);
  const record = recordOf(page);
  const { patientIds, token } = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  const owner = asOwner(page, token);
  await owner.post("/api/services", { name: "Consultation", amount: "1000" });
  await page.goto("/consults");
  await expect(page.getByRole("heading", { name: "Nobody is in the queue" })).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting", exact: true });
  const search = page.getByRole("searchbox", { name: "Name, phone or number" });

  await test.step("queues a new walk-in and a returning patient, and calls the first", async () => {
    await desk.click(button(page, "Add Walk-in"));
    await expect(search).toBeFocused();
    await desk.type("Bañez, Corazon 67 F");
    await expect(button(page, "New patient “Bañez, Corazon”, 67 F")).toBeVisible();
    await desk.press("Enter");
    await expect(page.getByLabel("Sex")).toHaveValue("F");
    await desk.press("Control+Enter");
    await expect(waiting.getByText("Bañez, Corazon")).toBeVisible();
    desk.did("a new walk-in is queued");

    await desk.click(button(page, "Add Walk-in"));
    await expect(search).toBeFocused();
    await desk.type("yba");
    await expect(button(page.getByRole("dialog"), new RegExp(mariluz))).toBeVisible();
    await desk.press("Enter");
    await expect(waiting.getByText(mariluz)).toBeVisible();
    desk.did("a returning patient is queued");

    await desk.click(button(page, /^Call Next/));
    await expect(record.getByText("Bañez, Corazon").first()).toBeVisible();
    desk.did("the next is called, with the record open");
    await page.keyboard.press("Escape");
  });

  await test.step("takes a senior's payment in cash and by GCash", async () => {
    await button(page.getByRole("region", { name: "With doctor" }), /^For Payment/).click();
    await desk.click(button(page.getByRole("region", { name: "For payment" }), /^Take Payment/));
    const payment = page.getByRole("dialog", { name: "Take Payment" });
    await desk.click(button(payment, "Add from price list"));
    await desk.click(page.getByRole("menuitem", { name: /^Consultation/ }));
    await desk.press("Alt+i");
    await desk.type("2214-88");
    await desk.click(button(payment, "Cash and GCash"));
    await expect(payment.getByLabel("Cash received")).toBeFocused();
    await desk.type("400");
    await desk.type("8012334", payment.getByLabel("Reference"));
    await desk.type("400", payment.getByLabel("Amount", { exact: true }).last());
    await desk.click(button(payment, "Save"));
    await expect(payment).toHaveCount(0);
    desk.did("a senior pays in cash and by GCash");
  });

  await test.step("books an appointment in two weeks", async () => {
    await openRecord(page, patientIds[0], "appointments");
    await desk.click(button(page.getByRole("region", { name: "Appointments" }), "Book Appointment"));
    const dialog = page.getByRole("dialog", { name: "New Appointment" });
    await desk.click(button(dialog, "In 2 weeks"));
    await expect(dialog.getByLabel("Time")).not.toHaveValue("");
    await desk.click(button(dialog, "Book"));
    await expect(page.getByText("Appointment booked")).toBeVisible();
    desk.did("an appointment in two weeks is booked");
  });

  await test.step("counts the day's cash", async () => {
    await desk.click(page.getByRole("link", { name: "Payments" }));
    await desk.type("400", page.getByLabel("Cash counted"));
    await expect(page.getByText("As expected")).toBeVisible();
    await desk.click(button(page, "Close Count"));
    await desk.click(button(page.getByRole("dialog", { name: /Close the count\?$/ }), "Close Count"));
    await expect(page.getByText("expected ₱400.00, counted ₱400.00")).toBeVisible();
    desk.did("the day's cash is counted");
  });
});

test("adds a patient on a phone, required fields", { tag: ["@phone", "@release"] }, async ({
  page,
  clinic,
}) => {
  expect(clinic.patientIds).toHaveLength(2);
  const taps = new Taps();
  await page.goto("/patients");
  await expect(button(page, joaquin)).toBeVisible();
  await taps.tap(button(page, "Add Patient").locator("visible=true").first());
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  // The name has the focus: its letters, the choice of the sex, and Go on the phone's keyboard.
  await expect(form.getByLabel("Patient name")).toBeFocused();
  await page.keyboard.type("Dela Cruz, Juan");
  await taps.choose(form.getByLabel("Sex"), "M");
  await form.getByLabel("Patient name").press("Enter");
  await expect(page.getByText("Patient added successfully")).toBeVisible();
  expectEffort("add a patient on a phone", taps.tapped);
});

test("a morning at the desk on a phone: a walk-in, a returning patient, the next one called, a senior's payment", {
  tag: ["@phone", "@release"],
}, async ({ page, clinic }) => {
  const printing = await recordPrinting(page);
  await asOwner(page, clinic.token).post("/api/services", { name: "Consultation", amount: "1000" });
  await page.goto("/consults");
  await expect(page.getByRole("heading", { name: "Nobody is in the queue" })).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting", exact: true });
  const addWalkIn = button(page, "Add Walk-in").locator("visible=true").first();
  const taps = new Taps();
  const tapped = (job: Job) => {
    expectEffort(job, taps.tapped);
    taps.tapped = 0;
  };

  const search = page.getByRole("searchbox", { name: "Name, phone or number" });
  await taps.tap(addWalkIn);
  await expect(search).toBeFocused();
  await page.keyboard.type("Bañez, Corazon 67 F");
  await taps.tap(button(page, "New patient “Bañez, Corazon”, 67 F"));
  await taps.tap(button(page.getByRole("dialog"), /^(Register|Add|Save)/).last());
  await expect(waiting.getByText("Bañez, Corazon")).toBeVisible();
  tapped("add a walk-in on a phone");

  await taps.tap(addWalkIn);
  await expect(search).toBeFocused();
  await page.keyboard.type("yba");
  await taps.tap(button(page.getByRole("dialog"), new RegExp(mariluz)));
  await expect(waiting.getByText(mariluz)).toBeVisible();
  tapped("queue a returning patient on a phone");

  await taps.tap(button(page, /^Call Next/));
  const record = recordOf(page);
  await expect(record.getByText("Bañez, Corazon").first()).toBeVisible();
  tapped("call the next patient on a phone");
  await page.keyboard.press("Escape");
  await expect(record).toHaveCount(0);

  await button(page.getByRole("region", { name: "With doctor" }), /^For Payment/).tap();
  await taps.tap(button(page.getByRole("region", { name: "For payment" }), /^Take Payment/));
  const payment = page.getByRole("dialog", { name: "Take Payment" });
  await taps.tap(button(payment, "Add from price list"));
  await taps.tap(page.getByRole("menuitem", { name: /^Consultation/ }));
  await taps.tap(payment.getByLabel("Senior citizen ID (OSCA)"));
  await page.keyboard.type("2214-88");
  await taps.tap(button(payment, "GCash"));
  await expect(payment.getByLabel("Reference")).toBeFocused();
  await page.keyboard.type("8012334556781");
  await taps.tap(payment.getByLabel("Amount", { exact: true }).last());
  await page.keyboard.type("400");
  await taps.tap(button(payment, "Add payment"));
  await taps.tap(payment.getByLabel("Cash received"));
  await page.keyboard.type("500");
  await taps.tap(button(payment, "Save and Print"));
  await expect(payment).toHaveCount(0);
  await expect.poll(printing.printed).toBe(1);
  tapped("take a senior's payment on a phone");
});

test("an appointment two weeks on, from the open record on a phone", { tag: ["@phone", "@release"] }, async ({
  page,
  clinic,
}) => {
  await openRecord(page, clinic.patientIds[0], "appointments");
  const taps = new Taps();
  await taps.tap(button(page.getByRole("region", { name: "Appointments" }), "Book Appointment"));
  const dialog = page.getByRole("dialog", { name: "New Appointment" });
  await taps.tap(button(dialog, "In 2 weeks"));
  await expect(dialog.getByLabel("Time")).not.toHaveValue("");
  await taps.tap(button(dialog, "Book"));
  await expect(page.getByText("Appointment booked")).toBeVisible();
  expectEffort("book an appointment two weeks on, on a phone", taps.tapped);
});

test("the evening's count on a phone", { tag: ["@phone", "@release"] }, async ({ page, clinic }) => {
  const owner = asOwner(page, clinic.token);
  const lines = [{ description: "Consultation", quantity: 1, amount: "1000" }];
  const bill = await owner.post("/api/bills", { patientId: clinic.patientIds[0], lines });
  await owner.post(`/api/bills/${bill.id}/payments`, { method: "cash", amount: "1000" });
  await page.goto("/consults");
  await expect(page.getByRole("heading", { name: "Today's Consultations", level: 1 })).toBeVisible();
  const taps = new Taps();
  await taps.tap(button(page, "More"));
  await taps.tap(page.getByRole("dialog").getByRole("link", { name: "Payments" }));
  await taps.tap(page.getByLabel("Cash counted"));
  await page.keyboard.type("950");
  await expect(page.getByText("₱50.00 short of expected")).toBeVisible();
  await taps.tap(button(page, "Close Count"));
  const asked = page.getByRole("dialog", { name: "₱50.00 short. Close anyway?" });
  await taps.tap(asked.getByLabel("Reason"));
  await page.keyboard.type("Change given twice");
  await taps.tap(button(asked, "Close Count"));
  await expect(page.getByText("expected ₱1,000.00, counted ₱950.00")).toBeVisible();
  await expect(page.getByText("₱50.00 short", { exact: true })).toBeVisible();
  expectEffort("count the evening's cash on a phone", taps.tapped);
});
