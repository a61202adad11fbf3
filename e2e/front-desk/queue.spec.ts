import { expect, type Page, test } from "@playwright/test";
import { asOwner, comeAsStaff, openClinic } from "#e2e/support/clinic.ts";
import { recordOf } from "#e2e/support/record.ts";
import { onPhone } from "#e2e/support/width.ts";

// The day's queue, with the keyboard at a desk and by touch on a phone.

const ana = { patientName: "Reyes, Ana Maria", sex: "F", birthday: "1958-03-04" };
const juan = { patientName: "Dela Cruz, Juan Miguel Santos", sex: "M", age: 41 };

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openWalkIn(page: Page): Promise<void> {
  if (onPhone()) await page.getByRole("button", { name: "Add Walk-in" }).click();
  else await page.keyboard.press("w");
}

async function callNext(page: Page): Promise<void> {
  if (onPhone()) await page.getByRole("button", { name: "Call Next" }).click();
  else await page.keyboard.press("l");
}

test("a returning patient and a new one get numbers, the senior is called first, and leaves after paying @both", async ({
  page,
}) => {
  const { token } = await openClinic(page, { patients: [ana, juan] });
  await asOwner(page, token).post("/api/services", { name: "Consultation", amount: "1000" });
  await page.goto("/consults");
  await expect(page.getByRole("heading", { name: "Nobody is in the queue" })).toBeVisible();

  // Two keys besides the letters.
  await openWalkIn(page);
  await page.getByRole("searchbox", { name: "Name, phone or number" }).fill("dela");
  await expect(page.getByRole("dialog").getByRole("button", { name: /Dela Cruz/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(group(page, "Waiting").getByText("Dela Cruz, Juan Miguel Santos")).toBeVisible();

  await openWalkIn(page);
  await page.getByRole("searchbox", { name: "Name, phone or number" }).fill("Bañez, Corazon");
  await page.getByRole("button", { name: "New patient “Bañez, Corazon”" }).click();
  await page.getByLabel("Sex").selectOption("F");
  await page.getByLabel("Age", { exact: true }).fill("67");
  await page.getByLabel("Chief complaint").fill("Cough, 3 days");
  await page.keyboard.press("Control+Enter");
  const rows = group(page, "Waiting").getByRole("listitem");
  await expect(rows.first()).toContainText(/2.*Bañez, Corazon.*Senior · Cough, 3 days/s);
  await expect(rows).toHaveCount(2);

  // One key calls and opens the record.
  await callNext(page);
  const record = recordOf(page);
  await expect(record.getByText("Bañez, Corazon").first()).toBeVisible();
  await page.keyboard.press("Escape");
  const called = group(page, "With doctor");
  await called.getByRole("button", { name: /^For Payment/ }).click();
  await group(page, "For payment")
    .getByRole("button", { name: /^Take Payment/ })
    .click();
  const payment = page.getByRole("dialog", { name: "Take Payment" });
  await payment.getByRole("button", { name: "Add from price list" }).click();
  await page.getByRole("menuitem", { name: /^Consultation/ }).click();
  await payment.getByLabel("Senior citizen ID (OSCA)").fill("2214-88");
  await expect(payment.getByText("₱800.00").first()).toBeVisible();
  await payment.getByRole("button", { name: "Cash, exact ₱800" }).click();
  await payment.getByLabel("Cash received").fill("1000");
  await expect(payment.getByText("Change ₱200.00")).toBeVisible();
  await expect(payment.getByText("Cash received 1,000.00, change 200.00")).toBeVisible();
  await payment.getByRole("button", { name: "Save", exact: true }).click();
  await expect(payment).toBeHidden();
  await group(page, "Done").getByRole("button", { name: "Show done" }).click();
  await expect(group(page, "Done").getByText("Bañez, Corazon")).toBeVisible();

  // A patient of today without a number, removed from the list and restored by Undo.
  await group(page, "Not in the queue")
    .getByRole("button", { name: "Add to Queue Reyes, Ana Maria" })
    .click();
  await expect(group(page, "Waiting").getByText("Reyes, Ana Maria")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(group(page, "Waiting").getByText("Reyes, Ana Maria")).toBeHidden();
  await expect(group(page, "Not in the queue").getByText("Reyes, Ana Maria")).toBeVisible();
});

test("a secretary's first screen is the day: patients who wait are in view, and Done stays on it @both", async ({
  page,
}) => {
  const clinic = await openClinic(page, { patients: [ana, juan] });
  for (const patientId of clinic.patientIds)
    await asOwner(page, clinic.token).post("/api/visits", { patientId });
  await comeAsStaff(page, clinic, { permissions: ["view_patients", "add_patients", "edit_patients"] });
  await page.goto("/staff-dashboard");
  await expect(page.getByRole("heading", { name: "Today's Consultations" })).toHaveCount(1);
  const rows = group(page, "Waiting").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
  await rows
    .first()
    .getByRole("button", { name: `Done ${ana.patientName}` })
    .click();
  await expect(page.getByText("Consultation Completed")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await group(page, "Done").getByRole("button", { name: "Show done" }).click();
  await expect(group(page, "Done").getByText(ana.patientName)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Patient Management (Role-Based)" })).toBeVisible();
});

test("the evening's count: the cash in the drawer is counted, closed, and starts again @both", {
  tag: "@release",
}, async ({ page }) => {
  const { token, patientIds } = await openClinic(page, { patients: [ana, juan] });
  const owner = asOwner(page, token);
  const [first = 0, second = 0] = patientIds;
  const lines = [{ description: "Consultation", quantity: 1, amount: "1000" }];
  const paid = await owner.post("/api/bills", { patientId: first, lines });
  await owner.post(`/api/bills/${paid.id}/payments`, { method: "cash", amount: "600", tendered: "1000" });
  await owner.post(`/api/bills/${paid.id}/payments`, { method: "gcash", amount: "400" });
  const half = await owner.post("/api/bills", { patientId: second, lines });
  await owner.post(`/api/bills/${half.id}/payments`, { method: "cash", amount: "250.50" });

  await page.goto("/payments");
  const bills = page.getByRole("region", { name: "Today's bills and payments" });
  await expect(bills.getByRole("listitem").filter({ hasText: juan.patientName })).toContainText(
    /₱1,000\.00.*Cash ₱600\.00.*GCash ₱400\.00.*Paid/s,
  );
  await expect(bills.getByRole("listitem").filter({ hasText: ana.patientName })).toContainText(
    /Cash ₱250\.50.*Open ₱749\.50/s,
  );
  const drawer = page.getByRole("region", { name: "Count the cash" });
  await drawer.getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog", { name: "Opening Float" }).getByLabel("Opening float").fill("500");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await drawer.getByRole("button", { name: "Add" }).click();
  const petty = page.getByRole("dialog", { name: "Petty Cash Out" });
  await petty.getByLabel("Amount").fill("80");
  await petty.getByLabel("What for").fill("Drinking water");
  await petty.getByRole("button", { name: "Save", exact: true }).click();
  await expect(drawer).toContainText("₱1,270.50");
  await page.getByLabel("Cash counted").fill("1270");
  await expect(drawer.getByText("₱0.50 short of expected")).toBeVisible();
  await drawer.getByRole("button", { name: "Close Count" }).click();
  // It asks first, and why the cash does not agree.
  const asked = page.getByRole("dialog", { name: "₱0.50 short. Close anyway?" });
  await asked.getByRole("button", { name: "Close Count" }).click();
  await expect(asked.getByText("Say why the cash does not agree")).toBeVisible();
  await asked.getByLabel("Reason").fill("No centavos");
  await asked.getByRole("button", { name: "Close Count" }).click();
  await expect(page.getByText("expected ₱1,270.50, counted ₱1,270.00")).toBeVisible();
  await expect(page.getByLabel("Cash counted")).toBeHidden();

  // A payment typed wrong is voided in its row, and taken again.
  await bills.getByRole("button", { name: `Actions for bill ${half.number}` }).click();
  await page.getByRole("menuitem", { name: "Correct Cash ₱250.50" }).click();
  await page.getByLabel("Reason").fill("Typed wrong");
  await page.getByRole("button", { name: "Void", exact: true }).click();
  const payment = page.getByRole("dialog", { name: "Take Payment" });
  await payment.getByRole("button", { name: "Cash, exact ₱1,000" }).click();
  await payment.getByRole("button", { name: "Save", exact: true }).click();
  await expect(payment).toBeHidden();
  // ₱1,000.00 taken, less the ₱250.50 that the closed count had.
  await expect(drawer.getByText("₱749.50").first()).toBeVisible();
});

test("the waiting room's screen shows numbers, also offline, and stops when revoked", async ({
  page,
  context,
}) => {
  const { token, patientIds } = await openClinic(page, { patients: [ana, juan] });
  for (const patientId of patientIds) await asOwner(page, token).post("/api/visits", { patientId });
  await page.goto("/settings");
  await page.getByRole("tab", { name: "Front Desk" }).click();
  await page
    .getByRole("region", { name: "Waiting-room screens" })
    .getByRole("button", { name: "Create Link" })
    .click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();

  const display = await context.newPage();
  await display.clock.install();
  await display.goto(link);
  await expect(display.getByRole("listitem")).toHaveText([/^[12]/, /^[12]/]);
  await asOwner(page, token).post("/api/visits/call-next", {});
  await display.clock.runFor(5_100);
  const served = display.getByRole("region", { name: "Now serving" });
  await expect(served).toContainText(/[12]/);
  await expect(display.locator("body")).not.toContainText(/Reyes|Dela Cruz/);

  // Nothing is answered, and nothing fails.
  await display.route("**/api/**", () => undefined);
  await display.clock.runFor(50_000);
  await expect(display.getByRole("alert")).toContainText("No connection. Last updated");
  await expect(served).toContainText(/[12]/);
  await display.unroute("**/api/**");
  await display.clock.runFor(5_100);
  await expect(display.getByRole("alert")).toBeHidden();

  await page.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke Link" }).click();
  await expect(page.getByRole("heading", { name: "No screens yet" })).toBeVisible();
  await display.clock.runFor(5_100);
  await expect(display.getByRole("alert")).toContainText("This link is no longer valid");
  await expect(served).not.toContainText(/[12]/);
});
