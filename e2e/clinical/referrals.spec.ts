import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, type ClinicAtWork, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { act, offered, openRecord, recordOf, toTab } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";
import { wordsOf } from "#test/pdf-text.ts";

// Two clinics: one refers, the other answers, and the first sees the outcome.

const patient = "Dela Peña, Consuelo Rivera";

type Receiver = ClinicAtWork & { name: string; id: number };

/** The receiving clinic first, so that the browser is the sender's. */
async function twoClinics(page: Page): Promise<{ receiver: Receiver; sender: ClinicAtWork; id: number }> {
  const opened = await openClinic(page);
  const name = `Mactan Women's Clinic ${opened.email.split("@")[0]}`;
  const settings = await asOwner(page, opened.token).get("/api/clinic/settings");
  const saved = await page.request.put("/api/clinic/settings", {
    data: {
      name,
      subdomain: settings.subdomain,
      address: "Lapu-Lapu City",
      phone: settings.phone,
      email: settings.email,
      primaryColor: settings.primaryColor,
    },
    headers: { authorization: `Bearer ${opened.token}` },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  const me = await asOwner(page, opened.token).get("/api/auth/me");
  await page.context().clearCookies();
  const sender = await openClinic(page, {
    patients: [
      {
        patientName: patient,
        birthday: "1959-03-08",
        allergies: "penicillin",
        preopDiagnosis: "Atrial fibrillation",
        contactNumber: "09175550148",
      },
    ],
  });
  const [id = 0] = sender.patientIds;
  await asOwner(page, sender.token).post(`/api/patients/${id}/consultation`, {
    vitalSigns: { bloodPressure: "152/92", pulse: 86 },
  });
  return { receiver: { ...opened, name, id: me.clinicId }, sender, id };
}

/** Gives the patient a laboratory file. */
async function giveFile(page: Page, { token }: ClinicAtWork, id: number): Promise<void> {
  const uploaded = await page.request.post("/api/patients/upload-files", {
    multipart: {
      files: {
        name: "ecg.png",
        mimeType: "image/png",
        buffer: Buffer.from(
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
          "base64",
        ),
      },
    },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(uploaded.status(), await uploaded.text()).toBe(200);
  const { files } = await uploaded.json();
  await asOwner(page, token).patch(`/api/patients/${id}`, { laboratoryFiles: files });
}

const referThrough = (page: Page, token: string, id: number, toClinicId: number, more: object = {}) =>
  asOwner(page, token).post(`/api/patients/${id}/refer`, {
    toClinicId,
    referralReason: "Echocardiography",
    consent: { agreedBy: "Patient", at: "2026-01-05" },
    ...more,
  });

async function chooseClinic(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Refer Patient to Another Clinic" });
  const search = dialog.getByRole("searchbox", { name: /Search clinics/ });
  const select = dialog.getByRole("combobox", { name: /^Clinic/ });
  await expect(search.or(select)).toBeVisible();
  await expect(dialog.getByText("Loading clinics...")).toHaveCount(0);
  // Every story opens its own clinics: a few are in a plain select, many in a searchable list.
  if (await search.isVisible()) {
    await search.fill(name);
    await dialog.getByRole("radio", { name }).check();
  } else {
    const option = dialog.getByRole("option", { name });
    const value = (await option.getAttribute("value")) ?? "";
    await select.selectOption(value);
  }
}

async function openShared(page: Page): Promise<void> {
  await page.goto("/dashboard");
  if (onPhone()) {
    await page.getByRole("button", { name: "More" }).click();
    await page
      .getByRole("dialog", { name: "More" })
      .getByRole("link", { name: /Shared with Me/ })
      .click();
  } else await page.getByRole("link", { name: /Shared with Me/ }).click();
}

test("a patient is referred with consent, added by the other clinic with the files, and the sender sees it", async ({
  page,
}) => {
  test.slow();
  const { receiver, sender, id } = await twoClinics(page);
  await giveFile(page, sender, id);

  await test.step("the sender opens the record and refers", async () => {
    await openRecord(page, id, "papers");
    await act(page, "Refer Patient");
    const dialog = page.getByRole("dialog", { name: "Refer Patient to Another Clinic" });
    await dialog.getByRole("button", { name: "Send Referral" }).click();
    await expect(page.getByText("Please select a clinic and provide a referral reason.")).toBeVisible();
    await expectAccessible(page);
    await chooseClinic(page, receiver.name);
    await dialog.getByLabel("Referral reason").fill("Echocardiography and co-management");
    await dialog.getByLabel("Notes").fill("Holter attached");
    await expect(dialog.getByText(`What ${receiver.name} sees`)).toBeVisible();
    await expect(dialog.getByText(/the latest vital signs and 1 file/)).toBeVisible();
    await dialog.getByRole("radio", { name: "Patient", exact: true }).check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send Referral" }).click();
    const question = page.getByRole("alertdialog", { name: "Send to a clinic that is not verified?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Send Anyway" }).click();
    await expect(page.getByText("Referral Sent Successfully")).toBeVisible();
  });

  await test.step("the record shows it as pending", async () => {
    const referrals = page.getByRole("list", { name: "Referrals" });
    await expect(referrals.getByText("Pending")).toBeVisible();
    await expect(referrals.getByText(/Consent: Patient/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the receiver sees the listed fields, and no more", async () => {
    await signIn(page, receiver.email);
    await openShared(page);
    const row = page
      .getByRole("list", { name: /waiting/ })
      .getByRole("listitem")
      .first();
    for (const words of [
      patient,
      "E2E-001",
      "Atrial fibrillation",
      "Peñaflor Heart Clinic",
      "Holter attached",
    ])
      await expect(row.getByText(words).first()).toBeVisible();
    await expect(page.getByText("penicillin")).toHaveCount(0);
    await expectAccessible(page);
    if (!onPhone()) await expect(page.getByRole("link", { name: /Shared with Me/ })).toContainText("1");
  });

  await test.step("adds the patient and opens the new record", async () => {
    await page.getByRole("button", { name: /Add to My Clinic/ }).click();
    await expect(page.getByText("Patient Added Successfully")).toBeVisible();
    await expect(page.getByText("No Patient Referrals Yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open Record", exact: true }).click();
    const record = recordOf(page);
    await expect(record.getByText("penicillin").first()).toBeVisible();
    await expect(record.getByText("152/92").first()).toBeVisible();
    await toTab(page, "Details");
    await expect(record.getByText(/Reason: Echocardiography and co-management/)).toBeVisible();
    await toTab(page, "Files");
    await expect(record.getByText("ecg.png").first()).toBeVisible();
    await toTab(page, "Papers");
    await expect(record.getByRole("list", { name: "Referrals" })).toContainText("From Peñaflor Heart Clinic");
  });

  await test.step("the file is the receiver's own", async () => {
    const [file] = await asOwner(page, await signIn(page, receiver.email))
      .get("/api/patients")
      .then(([row]: { id: number }[]) => page.request.get(`/api/patients/${row?.id}/files`))
      .then((answer) => answer.json());
    expect((await page.request.get(`/api/uploads/${file.path}`)).status()).toBe(200);
  });

  await test.step("the sender sees that it was accepted, by whom, in record and history", async () => {
    await signIn(page, sender.email);
    await openRecord(page, id, "papers");
    await expect(
      page.getByRole("list", { name: "Referrals" }).getByText("Accepted", { exact: true }),
    ).toBeVisible();
    await toTab(page, "History");
    await expect(page.getByRole("list", { name: "Activity Log" })).toContainText(
      `Referral accepted by ${receiver.name}`,
    );
  });
});

test("a referral is declined with a reason, which the sender reads", { tag: "@release" }, async ({
  page,
}) => {
  const { receiver, sender, id } = await twoClinics(page);
  await referThrough(page, sender.token, id, receiver.id);
  await signIn(page, receiver.email);
  await openShared(page);
  await page.getByRole("button", { name: `Decline ${patient}` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("No echo until December");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Decline Referral" }).click();
  await expect(page.getByText("No Patient Referrals Yet")).toBeVisible();
  await expect(page.getByRole("list", { name: "Answered referrals" })).toContainText(
    "No echo until December",
  );
  await signIn(page, sender.email);
  await openRecord(page, id, "papers");
  const referrals = page.getByRole("list", { name: "Referrals" });
  await expect(referrals.getByText("Declined", { exact: true })).toBeVisible();
  await expect(referrals.getByText("Declined because: No echo until December")).toBeVisible();
});

test("a referral is cancelled, and the receiver who adds it too late is told", { tag: "@release" }, async ({
  page,
  browser,
}) => {
  const { receiver, sender, id } = await twoClinics(page);
  await referThrough(page, sender.token, id, receiver.id);
  await openRecord(page, id, "papers");
  await page.getByRole("button", { name: "Cancel Referral" }).click();

  const next = await browser.newPage();
  await signIn(next, receiver.email);
  await next.goto("/shared");
  const add = next.getByRole("button", { name: /Add to My Clinic/ });
  await expect(add).toBeVisible();

  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Referral" }).click();
  await expect(
    page.getByRole("list", { name: "Referrals" }).getByText("Cancelled", { exact: true }),
  ).toBeVisible();
  await add.click();
  await expect(next.getByText("Failed to Add Patient")).toBeVisible();
  await expect(next.getByText("This referral was cancelled by the clinic that sent it.")).toBeVisible();
  await expect(next.getByText("No Patient Referrals Yet")).toBeVisible();
  await next.close();
});

test("a letter to a clinic outside is written once, and shown from its paper", { tag: "@both" }, async ({
  page,
}) => {
  const { sender, id } = await twoClinics(page);
  await page.goto(`/patients?open=refer&patient=${id}`);
  const dialog = page.getByRole("dialog", { name: "Refer Patient to Another Clinic" });
  await dialog.getByRole("radio", { name: "A clinic outside Klinika" }).check();
  await dialog.getByLabel("Clinic or doctor").fill("Dr. Leonora Nuñez, Vicente Sotto Memorial");
  await dialog.getByLabel("Referral reason").fill("Echocardiography; she can pay ₱2,500");
  await dialog.getByRole("radio", { name: "Patient", exact: true }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Write Letter" }).click();
  await expect(dialog.getByText(/is saved/)).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(
    /^referral-Dela Peña, Consuelo Rivera-\d{4}-\d\d-\d\d\.pdf$/,
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const [letter] = await asOwner(page, sender.token).get(`/api/patients/${id}/referrals`);
  const paper = await page.request.get(`/api/patients/${id}/referrals/${letter.id}.pdf`);
  const text = await wordsOf(await paper.body());
  expect(text).toContain("Dr. Leonora Nuñez, Vicente Sotto Memorial");
  expect(text).toContain("she can pay ₱2,500");
  expect(text).toContain("PRC License No. 0098412");
});

test("nothing to answer, and a list that fails to load", { tag: "@release" }, async ({ page }) => {
  await openClinic(page);
  await page.goto("/shared");
  await expect(page.getByText("No Patient Referrals Yet")).toBeVisible();
  await expectAccessible(page);
  await page.route("**/api/referrals/shared-with-me", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "" } }),
  );
  await page.reload();
  await expect(page.getByText("Failed to load shared patients")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/referrals/shared-with-me");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("No Patient Referrals Yet")).toBeVisible();
});

test("a secretary refers, and cannot answer", { tag: "@release" }, async ({ page }) => {
  const { receiver, sender, id } = await twoClinics(page);
  await referThrough(page, sender.token, id, receiver.id);
  await comeAsStaff(page, sender);
  await openRecord(page, id, "papers");
  await expect(await offered(page, "Refer Patient")).toBeVisible();
  await expect(page.getByRole("list", { name: "Referrals" }).getByText("Pending")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel Referral" })).toHaveCount(0);
  expect((await page.request.get("/api/referrals/shared-with-me")).status()).toBe(403);
});
