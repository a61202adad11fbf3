import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { asOwner, openClinic, pressAddPatient } from "./clinic.ts";
import { loseOneAnswer } from "./lost-answer.ts";

// The link or the server fails in the middle: nothing typed is lost, and nothing is done twice.

const mariluz = "Ybañez, Mariluz Sarmiento";

const noConnection = /You're offline\. Nothing was lost/;

async function aClinic(page: Page) {
  const clinic = await openClinic(page, { patients: [{ patientName: mariluz, age: 33 }] });
  return { ...clinic, id: clinic.patientIds[0] ?? 0, api: asOwner(page, clinic.token) };
}

type Save = {
  what: string;
  address: (id: number) => string;
  dialog: string;
  /** Fills the form and answers the button that saves it and the field whose text must stay. */
  fill: (form: Locator, page: Page) => Promise<{ save: Locator; kept: Locator; text: string }>;
  done: RegExp;
  /** Where it is counted; the list of patients has one already. */
  counted: (id: number) => string;
  before: number;
};

const saves: Save[] = [
  {
    what: "a new patient",
    address: () => "/patients?open=add",
    dialog: "Add New Patient",
    fill: async (form) => {
      await expect(form.getByLabel("Admission number")).not.toHaveValue("");
      await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
      const kept = form.getByLabel("Patient name");
      await kept.fill("Abad, Joaquin Luis Fernandez");
      await form.getByLabel("Remarks").fill("Comes with his grandmother");
      return {
        save: form.getByRole("button", { name: "Save Patient" }),
        kept,
        text: "Abad, Joaquin Luis Fernandez",
      };
    },
    done: /Patient added successfully/,
    counted: () => "/api/patients",
    before: 1,
  },
  {
    what: "vital signs",
    address: (id) => `/patients?open=vitals&patient=${id}`,
    dialog: "Record Vital Signs",
    fill: async (form) => {
      const kept = form.getByLabel("Blood pressure");
      await kept.fill("152/92");
      return { save: form.getByRole("button", { name: "Record Vital Signs" }), kept, text: "152/92" };
    },
    done: /Vital signs recorded successfully/,
    counted: (id) => `/api/patients/${id}/consultations`,
    before: 0,
  },
  {
    what: "a consultation",
    address: (id) => `/patients?open=consultation&patient=${id}`,
    dialog: mariluz,
    fill: async (form) => {
      await form.getByLabel(/Chief complaint/).fill("Shortness of breath");
      await form.getByRole("button", { name: "Next Step" }).click();
      await form.getByRole("button", { name: "Next Step" }).click();
      const kept = form.getByLabel(/Diagnosis/);
      await kept.fill("Heart failure");
      await form.getByLabel(/Treatment/).fill("Furosemide");
      return { save: form.getByRole("button", { name: "Save Consultation" }), kept, text: "Heart failure" };
    },
    done: /Consultation record saved successfully/,
    counted: (id) => `/api/patients/${id}/consultations`,
    before: 0,
  },
  {
    what: "a prescription",
    address: (id) => `/patients?open=prescription&patient=${id}`,
    dialog: "Generate Prescription",
    fill: async (form) => {
      const kept = form.getByLabel("Medication name");
      await kept.fill("amlodipine");
      await form.getByLabel("SIG").fill("1 tab");
      await form.getByLabel("Frequency").fill("OD");
      await form.getByLabel("Duration").fill("30 days");
      return { save: form.getByRole("button", { name: "Save Prescription" }), kept, text: "amlodipine" };
    },
    done: /Prescription saved successfully/,
    counted: (id) => `/api/patients/${id}/prescriptions`,
    before: 0,
  },
];

for (const { what, address, dialog, fill, done, counted, before } of saves) {
  test(`${what}: the answer is lost after the server saved it, and Save again makes no second one`, {
    tag: "@desk",
  }, async ({ page }) => {
    const { id, api } = await aClinic(page);
    await page.goto(address(id));
    const form = page.getByRole("dialog", { name: dialog });
    const { save, kept, text } = await fill(form, page);
    await loseOneAnswer(page);
    await save.click();
    await expect(page.getByText(noConnection)).toBeVisible();
    await expect(kept).toHaveValue(text);
    expect(await api.get(counted(id))).toHaveLength(before + 1);
    await save.click();
    await expect(page.getByText(done)).toBeVisible();
    expect(await api.get(counted(id))).toHaveLength(before + 1);
  });
}

test("the server goes away under an open list: what is there stays, the error is plain, the button recovers", async ({
  page,
}) => {
  await aClinic(page);
  await page.goto("/patients");
  const row = page.getByText(mariluz).first();
  await expect(row).toBeVisible();
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  const box = page.getByRole("searchbox", { name: "Search patients", exact: true });
  await box.fill("Abad");
  await expect(page.getByRole("heading", { name: "Failed to fetch patients" })).toBeVisible();
  await expect(page.getByText(noConnection)).toBeVisible();
  await expect(page.getByText(/Offline, showing data from \d+:\d\d/)).toBeVisible();
  // What was read before can be read again.
  await box.fill("");
  await expect(row).toBeVisible();
  await box.fill("Mariluz");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText(noConnection)).toBeVisible();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(row).toBeVisible();
  await expect(page.getByText(/Offline, showing/)).toHaveCount(0);
});

test("today's list stays while the server is away, and recovers by its button", { tag: "@desk" }, async ({
  page,
}) => {
  await aClinic(page);
  await page.goto("/consults");
  const row = page.getByRole("listitem").filter({ hasText: mariluz });
  await expect(row).toBeVisible();
  for (const fail of ["no link", "a proxy's page"]) {
    await page.route("**/api/**", (route) =>
      fail === "no link"
        ? route.abort("connectionrefused")
        : route.fulfill({ status: 502, body: "<h1>Bad</h1>" }),
    );
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Could not be refreshed")).toBeVisible();
    await expect(row).toBeVisible();
    await expect(page.getByText(/<h1>|502/)).toHaveCount(0);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Could not be refreshed")).toHaveCount(0);
    await expect(row).toBeVisible();
  }
});

test("a server that was away is noticed when it is back, on a page that asks for nothing itself", {
  tag: "@desk",
}, async ({ page }) => {
  await page.clock.install();
  const { id } = await aClinic(page);
  await page.goto(`/patients?open=vitals&patient=${id}`);
  const form = page.getByRole("dialog", { name: "Record Vital Signs" });
  await form.getByLabel("Pulse").fill("86");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await form.getByRole("button", { name: "Record Vital Signs" }).click();
  const bar = page.getByText(/Offline, showing data from \d+:\d\d/);
  await expect(bar).toBeVisible();
  await page.unroute("**/api/**");
  await page.clock.fastForward("01:00");
  await expect(bar).toHaveCount(0);
  await expect(form.getByLabel("Pulse")).toHaveValue("86");
});

test("a browser that is offline says so, keeps what was typed, and goes on by itself", {
  tag: "@desk",
}, async ({ page, context }) => {
  const { api } = await aClinic(page);
  await page.goto("/patients");
  await pressAddPatient(page);
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  const bar = page.getByText(/Offline, showing data from \d+:\d\d/);
  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText(noConnection)).toBeVisible();
  await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText("Patient added successfully")).toBeVisible();
  expect(await api.get("/api/patients")).toHaveLength(2);
});

for (const { what, address, dialog, fill, done, counted, before } of saves)
  test(`${what}: the session ends while the form is filled, and logging in in place goes on`, {
    tag: "@desk",
  }, async ({ page, request }) => {
    const { id, token, password, api: _, ...owner } = await aClinic(page);
    await page.goto(address(id));
    const form = page.getByRole("dialog", { name: dialog });
    const { save, kept, text } = await fill(form, page);
    const ended = await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
    expect(ended.ok()).toBe(true);
    await save.click();
    const cover = page.getByRole("dialog", { name: "Please log in again" });
    await expect(cover).toBeVisible();
    await expect(cover.getByLabel("Email")).toHaveValue(owner.email);
    await expect(cover.getByLabel("Password", { exact: true })).toBeFocused();
    await cover.getByLabel("Password", { exact: true }).fill(password);
    const answer = page.waitForResponse("**/api/auth/login");
    await cover.getByRole("button", { name: "Login" }).click();
    const again = await (await answer).json();
    await expect(cover).toHaveCount(0);
    await expect(kept).toHaveValue(text);
    await save.click();
    await expect(page.getByText(done)).toBeVisible();
    expect(await asOwner(page, again.token).get(counted(id))).toHaveLength(before + 1);
  });

/** A second browser of the same owner. */
async function secondBrowser(browser: Browser, page: Page): Promise<Page> {
  const { viewport, baseURL } = test.info().project.use;
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    ...(viewport !== undefined && { viewport }),
    ...(baseURL !== undefined && { baseURL }),
    reducedMotion: "reduce",
  });
  return context.newPage();
}

test("two browsers edit one patient: the second sees both values, chooses, and both works are kept", {
  tag: "@desk",
}, async ({ page, browser }) => {
  const { id, api } = await aClinic(page);
  const other = await secondBrowser(browser, page);
  const forms = [];
  for (const each of [page, other]) {
    await each.goto(`/patients?open=edit&patient=${id}`);
    const form = each.getByRole("dialog", { name: /Edit Patient/ });
    await expect(form.getByLabel("Patient name")).toHaveValue(mariluz);
    forms.push(form);
  }
  const [first, second] = forms as [Locator, Locator];
  await first.getByLabel("Pre-op diagnosis").fill("Cholelithiasis");
  await first.getByLabel("Referring physician").fill("Dr. Lim");
  await first.getByLabel("Allergies").fill("penicillin");
  await first.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();

  await second.getByLabel("Pre-op diagnosis").fill("Acute appendicitis");
  await second.getByLabel("Referring physician").fill("Dr. Tan");
  await second.getByLabel("Remarks").fill("Fasting since midnight");
  await second.getByRole("button", { name: "Update Patient" }).click();
  const note = second.getByRole("alert").filter({ hasText: "Someone else changed this patient" });
  await expect(note).toBeInViewport();
  await expect(note.getByRole("radio", { name: /Keep mine.*Acute appendicitis/ })).toBeVisible();
  await expect(note.getByRole("radio", { name: /Take theirs.*Cholelithiasis/ })).toBeVisible();
  await note.getByRole("radio", { name: /Take theirs.*Cholelithiasis/ }).check();
  await expect(note.getByText(/Also changed.*Allergies/)).toBeVisible();
  await second.getByRole("button", { name: "Update Patient" }).click();
  await expect(other.getByText("Patient updated successfully")).toBeVisible();
  expect(await api.get(`/api/patients/${id}`)).toMatchObject({
    preopDiagnosis: "Cholelithiasis",
    referringPhysician: "Dr. Tan",
    allergies: "penicillin",
    remarks: "Fasting since midnight",
  });
  await other.context().close();
});

test("Back closes a dialog, Forward and a reload open it again", async ({ page }) => {
  const { id } = await aClinic(page);
  await page.goto("/patients");
  await page.getByRole("button", { name: mariluz, exact: true }).click();
  const details = page.getByRole("dialog", { name: /Patient Details/ });
  await details.getByRole("button", { name: "Record Vitals" }).click();
  const vitals = page.getByRole("dialog", { name: "Record Vital Signs" });
  await expect(vitals).toBeVisible();
  await page.goBack();
  await expect(vitals).toHaveCount(0);
  await expect(details).toBeVisible();
  await page.reload();
  await expect(details.getByText(mariluz).first()).toBeVisible();
  await page.goForward();
  await expect(vitals).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === "/patients" && url.search === "");
  expect(id).toBeGreaterThan(0);
});

test("Back with something typed asks before it is thrown away", async ({ page }) => {
  await aClinic(page);
  await page.goto("/patients");
  await pressAddPatient(page);
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep typing" }).click();
  await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === "/patients" && url.search === "");
});
