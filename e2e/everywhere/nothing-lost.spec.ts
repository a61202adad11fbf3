import { expect, test } from "@playwright/test";
import { expectNoViolations } from "#e2e/support/accessible.ts";
import { comeAsStaff, pressAddPatient } from "#e2e/support/clinic.ts";
import {
  aClinic,
  draftCount,
  offer,
  typePulse,
  untilAllKept,
  untilKept,
  vitalsOf,
} from "#e2e/support/drafts.ts";
import { longForms } from "#e2e/support/long-forms.ts";
import { loseOneAnswer } from "#e2e/support/lost-answer.ts";

// What is typed survives a reload, a crash, a second tab and an ended session.

// The draft code is the same on phones; only these forms have another layout.
const onPhoneToo = ["a new patient, step by step", "a prescription"];
/** The code is the same for every form: the others are for releases. */
const everyTime = "a consultation";

for (const { what, address, open, fill, holds, save, done, counted } of longForms)
  if (counted)
    test(`${what}: the answer is lost, then the page; Restore and Save, however often pressed, make no second one`, {
      tag: [...(onPhoneToo.includes(what) ? ["@both"] : []), ...(what === everyTime ? [] : ["@release"])],
    }, async ({ page, isMobile }) => {
      const { id, api } = await aClinic(page);
      await page.goto(address(id));
      await fill(open(page));
      // The wizard saves on its review, a step after the last input.
      const isWizard = what === "a new patient, step by step";
      if (isWizard) await open(page).getByRole("button", { name: "Next" }).click();
      await untilAllKept(page);
      await loseOneAnswer(page);
      await save(open(page)).click();
      await expect(page.getByText(/You're offline\. Nothing was lost/)).toBeVisible();
      expect(await api.get(counted.address(id))).toHaveLength(counted.before + 1);
      await page.reload();
      await expect(offer(page)).toHaveText(/Draft saved \d+:\d\d [AP]M/);
      await page.getByRole("button", { name: "Restore" }).click();
      await expect(offer(page)).toHaveCount(0);
      if (isWizard) {
        await expect(open(page).getByText("Step 4 of 4")).toBeVisible();
        await open(page).getByRole("button", { name: "Previous" }).click();
      }
      await holds(open(page));
      const button = save(open(page));
      if (isMobile) await button.click();
      else if (what === "vital signs") await button.dblclick();
      else {
        await button.focus();
        for (let press = 0; press < 3; press++) await page.keyboard.press("Control+Enter");
      }
      // Pressed again after it was saved, a prescription shows that it is saved.
      const saved = page.getByText(done).or(page.getByText(/Already saved/));
      await expect(saved.first()).toBeVisible();
      await expect.poll(() => draftCount(page)).toBe(0);
      expect(await api.get(counted.address(id))).toHaveLength(counted.before + 1);
    });
  else
    test(`${what}: a reload in the middle, Restore, the session ends, and logging in in place goes on`, {
      tag: "@release",
    }, async ({ page, request }) => {
      const { id, token, password } = await aClinic(page);
      await page.goto(address(id));
      await fill(open(page));
      await untilAllKept(page);
      // Leaving a page with unsaved settings asks first; a power cut does not.
      page.on("dialog", (question) => void question.accept());
      await page.reload();
      await page.getByRole("button", { name: "Restore" }).click();
      await expect(offer(page)).toHaveCount(0);
      await holds(open(page));
      await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
      await save(open(page)).click();
      const cover = page.getByRole("dialog", { name: "Please log in again" });
      await cover.getByLabel("Password", { exact: true }).fill(password);
      await cover.getByRole("button", { name: "Login" }).click();
      await expect(cover).toHaveCount(0);
      await holds(open(page));
      await save(open(page)).click();
      await expect(page.getByText(done).first()).toBeVisible();
      await expect.poll(() => draftCount(page)).toBe(0);
    });

test("a user who may only add patients finds the form's draft again", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await aClinic(page);
  await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
  await page.goto("/patients");
  await page.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await untilAllKept(page);
  await page.reload();
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
});

/** Forms that are open in any tab of this browser. */
const openForms = "navigator.locks.query().then(({ held }) => held.length)";

test("a draft of another tab is not offered here until that tab is closed", { tag: "@release" }, async ({
  page,
  context,
}) => {
  const { id } = await aClinic(page);
  await typePulse(page, id, "86");
  const second = await context.newPage();
  await second.goto(vitalsOf(id));
  const pulse = second.getByRole("dialog").getByLabel("Pulse");
  await expect(pulse).toBeVisible();
  await expect(offer(second)).toHaveCount(0);
  await pulse.fill("99");
  await untilKept(page, 2);
  await page.close();
  await expect.poll(() => second.evaluate(openForms)).toBe(1);
  await second.reload();
  await expect(offer(second)).toContainText("And 1 more");
  await second.getByRole("button", { name: "Restore" }).click();
  await expect(pulse).toHaveValue("99");
  await second.getByRole("button", { name: "Restore" }).click();
  await expect(pulse).toHaveValue("86");
  await second.getByRole("button", { name: "Undo" }).click();
  await expect(pulse).toHaveValue("99");
});

test("an older draft meets somebody else's change", { tag: "@release" }, async ({ page }) => {
  const { id, api } = await aClinic(page);
  await page.goto(`/patients?open=edit&patient=${id}`);
  const form = page.getByRole("dialog", { name: /Edit Patient/ });
  await form.getByLabel("Pre-op diagnosis").fill("Acute appendicitis");
  await untilAllKept(page);
  await api.patch(`/api/patients/${id}`, { preopDiagnosis: "Cholelithiasis", remarks: "Fasting" });
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  const note = form.getByRole("alert").filter({ hasText: "Someone else changed this patient" });
  await expect(note.getByRole("radio", { name: /Keep mine.*Acute appendicitis/ })).toBeVisible();
  await expect(note.getByRole("radio", { name: /Take theirs.*Cholelithiasis/ })).toBeVisible();
  await expect(note.getByText(/Also changed.*Remarks/)).toBeVisible();
  await form.getByRole("button", { name: "Update Patient" }).click();
  await expect(page.getByText("Patient updated successfully")).toBeVisible();
  expect(await api.get(`/api/patients/${id}`)).toMatchObject({
    preopDiagnosis: "Acute appendicitis",
    remarks: "Fasting",
  });
});

test("Back pressed twice over a form asks once, and the page stays", { tag: "@release" }, async ({
  page,
}) => {
  await aClinic(page);
  await page.goto("/dashboard");
  await page.goto("/patients");
  await pressAddPatient(page);
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await page.evaluate(
    "new Promise((done) => { history.back(); setTimeout(() => done(history.back()), 30); })",
  );
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await expect(question).toHaveCount(1);
  await expect(page).toHaveURL(/\/patients\?open=add/);
  await question.getByRole("button", { name: "Keep typing" }).click();
  await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === "/patients" && url.search === "");
});

test("a file that was sent before the reload is still the patient's", { tag: "@release" }, async ({
  page,
}) => {
  const { api } = await aClinic(page);
  await page.goto("/patients?open=add-form");
  const form = page.getByRole("dialog", { name: "Add New Patient" });
  await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
  await form.getByLabel("Sex").selectOption("M");
  await form
    .getByRole("group", { name: "Laboratory", exact: true })
    .locator("input[type=file]:not([capture])")
    .setInputFiles({
      name: "cbc.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n"),
    });
  await expect(form.getByRole("button", { name: "Remove cbc.pdf" })).toBeVisible();
  // What is typed after the upload is stored together with the file.
  await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
  await untilAllKept(page);
  await page.reload();
  await offer(page).getByRole("button", { name: "Restore" }).click();
  await expect(form.getByText("cbc.pdf")).toBeVisible();
  await form.getByRole("button", { name: "Save Patient" }).click();
  await expect(page.getByText(/Patient added successfully/)).toBeVisible();
  const [newest] = await api.get("/api/patients");
  expect((await api.get(`/api/patients/${newest.id}`)).laboratoryFiles).toHaveLength(1);
});

test("the offer is at the head of the form, works with the keyboard, and has no axe violations", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  const { id } = await aClinic(page);
  await typePulse(page, id);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Restore" }).press("Enter");
  await expect(page.getByLabel("Pulse")).toHaveValue("86");
  await expect(page.getByLabel("Blood pressure")).toBeFocused();
});
