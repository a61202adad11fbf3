import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, type ClinicAtWork, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { recordOf } from "#e2e/support/record.ts";

const patient = "Dela Peña, Consuelo Rivera";

/** Staff prepares that many prescriptions, and the browser is the owner's again. */
async function prepare(page: Page, clinic: ClinicAtWork, count: number): Promise<void> {
  const clerk = await comeAsStaff(page, clinic, { permissions: ["view_patients"] });
  for (let n = 0; n < count; n += 1)
    await asOwner(page, clerk.token).post(`/api/patients/${clinic.patientIds[0]}/prescription`, {
      physicianName: "Rafael Peñaflor, MD",
      physicianLicense: "0098412",
      medications: [{ name: "amlodipine", dosage: "1 tab", frequency: "OD", duration: "30 days" }],
    });
  await signIn(page, clinic.email);
}

const bell = (page: Page, unread: number) =>
  page.getByRole("button", {
    name: unread ? `Notifications, ${unread} unread` : "Notifications",
    exact: true,
  });
const list = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

test("the owner is notified of a prescription that waits, and a press opens its patient", {
  tag: "@both",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: patient, age: 67 }] });
  await prepare(page, clinic, 2);
  await page.goto("/dashboard");
  await bell(page, 2).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  await expect(list(page).getByText("Just now").first()).toBeVisible();
  await expectAccessible(page);
  await list(page)
    .getByRole("button", { name: /^Unread: Prescription awaiting release/ })
    .first()
    .click();
  const details = recordOf(page);
  await expect(details.getByText(patient).first()).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname === "/dashboard");
  await bell(page, 1).click();
  const read = page.waitForResponse((answer) => answer.url().endsWith("/read-all"));
  await list(page).getByRole("button", { name: "Mark all read" }).click();
  await expect(list(page).getByText("Unread:")).toHaveCount(0);
  expect((await read).status()).toBe(200);
  await page.reload();
  await expect(bell(page, 0)).toBeVisible();
});

test("a dismissed notification is restored by Undo, and is gone once its toast has closed", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page, { patients: [{ patientName: patient, age: 67 }] });
  await prepare(page, clinic, 1);
  await page.goto("/dashboard");
  await bell(page, 1).click();
  const dismiss = list(page).getByRole("button", { name: "Dismiss Prescription awaiting release" });
  await dismiss.click();
  await expect(list(page).getByText("No notifications")).toBeVisible();
  await expect(list(page).getByText("Referrals, due tasks and follow-ups appear here.")).toBeVisible();
  // Under the pointer the toast stays while the page is examined.
  await page.getByText("Notification dismissed").hover();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("Notification dismissed")).toHaveCount(0);
  await dismiss.click();
  const sent = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.getByRole("status").getByRole("button", { name: "Dismiss", exact: true }).click();
  expect((await sent).status()).toBe(200);
  await page.reload();
  await bell(page, 0).click();
  await expect(list(page).getByText("No notifications")).toBeVisible();
});

test("a referral notifies the receiving clinic and opens Shared with Me, without a mouse", {
  tag: "@release",
}, async ({ page }) => {
  const receiver = await openClinic(page);
  const { clinicId } = await asOwner(page, receiver.token).get("/api/auth/me");
  await page.context().clearCookies();
  const sender = await openClinic(page, { patients: [{ patientName: patient, age: 67 }] });
  await asOwner(page, sender.token).post(`/api/patients/${sender.patientIds[0]}/refer`, {
    toClinicId: clinicId,
    referralReason: "Echocardiography",
  });
  await signIn(page, receiver.email);
  await page.goto("/dashboard");
  await bell(page, 1).focus();
  await page.keyboard.press("Enter");
  await expect(list(page).getByText(`${patient}, referred by Peñaflor Heart Clinic`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bell(page, 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(list(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(list(page).getByRole("button", { name: "Mark all read" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Shared with Me", level: 1 })).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
});

test("staff are notified of a task on their dashboard, and a press opens their tasks", {
  tag: "@release",
}, async ({ page }) => {
  const clinic = await openClinic(page);
  const clerk = await comeAsStaff(page, clinic, { permissions: [] });
  const me = await asOwner(page, clerk.token).get("/api/auth/me");
  await asOwner(page, clinic.token).post("/api/tasks", {
    title: "Call Chong Hua billing",
    assignedToId: me.id,
  });
  await page.goto("/staff-dashboard");
  await bell(page, 1).click();
  await expect(list(page).getByText("Call Chong Hua billing")).toBeVisible();
  await expectAccessible(page);
  await list(page)
    .getByRole("button", { name: /^Unread: Task assigned/ })
    .click();
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByText("Call Chong Hua billing")).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
});
