import { expect, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { Keys } from "#e2e/support/keys.ts";
import { openRecord, toTab } from "#e2e/support/record.ts";

// Certificates and requests: made with the keyboard, checked by a recipient, withdrawn; prepared by staff.

const maria = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

test("a pre-employment certificate is made at a desk, checked on a phone, and shown as withdrawn", async ({
  page,
  browser,
  baseURL,
}) => {
  const clinic = await openClinic(page, { patients: [{ patientName: maria, birthday: "1990-03-04" }] });
  const [id = 0] = clinic.patientIds;
  const record = await openRecord(page, id);
  await record.getByRole("button", { name: "Papers", exact: true }).click();
  await page.getByRole("menuitem", { name: "Certificate" }).click();

  const dialog = page.getByRole("dialog", { name: "New Certificate or Request" });
  const keys = new Keys(page);
  // The list of papers has the focus: items are chosen by their first letters.
  await expect(dialog.getByRole("combobox", { name: "Paper", exact: true }).first()).toBeFocused();
  await keys.type("Clearance, pre-e");
  await keys.tabTo(dialog.getByLabel("Employer and position"));
  await keys.type("Cebu Pacific, cabin crew");
  await expect(dialog.getByText("Employer and position: Cebu Pacific, cabin crew")).toBeVisible();
  await expect(dialog.getByText("Pre-Employment Medical Clearance").first()).toBeVisible();
  await expectAccessible(page);
  await keys.press("Control+Enter");

  const saved = page.getByRole("dialog", { name: /^Pre-Employment Medical Clearance No\. \d{4}-00001$/ });
  await expect(saved.getByText("Released", { exact: true })).toBeVisible();
  const address = await saved.getByRole("link", { name: /^\/verify\// }).getAttribute("href");
  await expectAccessible(page);

  const phone = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
  });
  const holder = await phone.newPage();
  await holder.goto(address ?? "");
  await expect(holder.getByRole("heading", { name: "This paper was issued by the clinic" })).toBeVisible();
  await expect(holder.getByText(clinic.clinicName)).toBeVisible();
  await expect(holder.getByText("M. M.")).toBeVisible();
  await expect(holder.getByText(/Macaraeg|Cebu Pacific/)).toHaveCount(0);
  await expectAccessible(holder);

  await saved.getByRole("button", { name: "Withdraw" }).click();
  const question = page.getByRole("dialog", { name: /^Withdraw No\./ });
  await question.getByLabel("Reason").fill("Issued for the wrong position");
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect(saved.getByText(/Issued for the wrong position/)).toBeVisible();
  await expect(saved.getByRole("button", { name: "Print" })).toBeDisabled();
  await holder.reload();
  await expect(holder.getByRole("heading", { name: "This paper is no longer valid" })).toBeVisible();
  await holder.getByLabel("Check another code").fill("1A 2222 3333 4444 5555");
  await holder.getByRole("button", { name: "Check" }).click();
  await expect(holder.getByRole("heading", { name: "No paper has this code" })).toBeVisible();
  await expectAccessible(holder);
  await phone.close();
});

test("a staff member's request waits for the owner, and is pending until its results arrive", {
  tag: "@both",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: maria, birthday: "1959-03-04" }] });
  const [id = 0] = clinic.patientIds;
  await comeAsStaff(page, clinic, { permissions: ["view_patients", "edit_patients"] });
  await page.goto(`/patients?open=laboratory-request&patient=${id}`);
  const dialog = page.getByRole("dialog", { name: "New Certificate or Request" });
  for (const name of ["CBC with platelet count", "Potassium"])
    await dialog.getByRole("checkbox", { name, exact: true }).check();
  await expect(dialog.getByRole("button", { name: "Save and Print" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const prepared = page.getByRole("dialog", { name: /^Laboratory Request No\./ });
  await expect(prepared.getByText("Awaiting release")).toBeVisible();
  await expect(prepared.getByRole("button", { name: "Print" })).toBeDisabled();
  await expect(prepared.getByRole("button", { name: "Release" })).toHaveCount(0);
  await expectAccessible(page);

  const token = await signIn(page, clinic.email);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByText("Laboratory Request awaiting release").click();
  await toTab(page, "Papers");
  await page.getByRole("button", { name: /^Release Laboratory Request No\./ }).click();
  await expect(page.getByText(/^Laboratory Request No\. .+ released$/)).toBeVisible();
  const papers = page.getByRole("region", { name: "Papers" });
  await expect(papers.getByText("2 of 2 not back yet")).toBeVisible();
  await expect(papers.getByRole("button", { name: /^Print Laboratory Request/ })).toBeVisible();

  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await asOwner(page, token).post(`/api/patients/${id}/results`, {
    panel: "electrolytes",
    collectedAt: day,
    values: [{ analyte: "potassium", value: "4.4" }],
  });
  await page.reload();
  await expect(papers.getByText("1 of 2 not back yet")).toBeVisible();
  await papers.getByRole("button", { name: "Laboratory Request", exact: true }).click();
  await expect(prepared.getByText("Result is back")).toBeVisible();
  await expectAccessible(page);
  await prepared.getByRole("button", { name: "CBC with platelet count: done" }).click();
  await expect(prepared.getByRole("button", { name: "CBC with platelet count: not back yet" })).toBeVisible();
  await expect(prepared.getByText("Done", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("the owner writes a template based on ours, and makes a paper with it", {
  tag: ["@both", "@release"],
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: maria }] });
  const [id = 0] = clinic.patientIds;
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Papers" }).click();
  await page.getByRole("button", { name: "New Template" }).click();
  const editor = page.getByRole("dialog", { name: "New Template" });
  await editor.getByLabel("Start from").selectOption("fit_to_school");
  await editor.getByLabel("Name in lists").fill("Swimming class");
  await editor.getByLabel("What it says").fill("This is to certify that {patient} may swim. ");
  await editor.getByRole("button", { name: "Remarks", exact: true }).click();
  await expect(editor.getByLabel("What it says")).toHaveValue(/may swim\. \{remarks\}$/);
  await expect(editor.getByText(/Ana Reyes may swim\./)).toBeVisible();
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(page.getByRole("list", { name: "Templates of the clinic" })).toContainText("Swimming class");

  await page.goto(`/patients?open=certificate&patient=${id}`);
  const dialog = page.getByRole("dialog", { name: "New Certificate or Request" });
  await dialog.getByRole("combobox", { name: "Paper", exact: true }).first().selectOption("Swimming class");
  await expect(dialog.getByLabel("Diagnosis")).toHaveCount(0);
  await dialog.getByLabel("Remarks").fill("With a companion.");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const saved = page.getByRole("dialog", { name: /^Certificate of Fitness for School No\./ });
  await expect(saved.getByText(/may swim\. With a companion\./)).toBeVisible();
});
