import { test } from "@playwright/test";
import { asOwner, openClinic } from "./support/clinic.ts";

for (const [w, h] of [
  [1366, 768],
  [390, 844],
] as const)
  test(`pictures ${w}`, async ({ page }) => {
    await page.setViewportSize({ width: w, height: h });
    const { token, patientIds } = await openClinic(page, {
      patients: [
        { patientName: "Ledesma, Gorgonio Pamplona", birthday: "1955-03-04", sex: "M" },
        { patientName: "Dela Cruz, Juan Miguel Santos", birthday: "1972-03-04", sex: "M" },
        { patientName: "Gumban, Rosalinda", birthday: "1990-03-04", sex: "F" },
      ] as never,
    });
    const owner = asOwner(page, token);
    const [c = 0, b = 0, a = 0] = patientIds;
    await owner.post("/api/services", { name: "Follow-up consultation", amount: "500" });
    await owner.post("/api/services", { name: "Consultation", amount: "600" });
    const shot = (name: string) => page.screenshot({ path: `/tmp/money-shots/${name}-${w}.png` });
    await page.goto(`/patients?open=payment&patient=${a}`);
    const form = page.getByRole("dialog", { name: "Take Payment" });
    await form.getByRole("button", { name: /^Follow-up/ }).click();
    await form.getByLabel("Senior citizen ID").fill("06-12345");
    await page.waitForTimeout(600);
    await shot("44");
    await page.goto(`/patients?open=payment&patient=${b}`);
    await form.getByRole("button", { name: /^Consultation/ }).click();
    await form.getByText("HMO pays a part").click();
    await form.getByLabel("Company").fill("Maxicare");
    await form.getByLabel("LOA number").fill("88213");
    await form.getByLabel("Approved").fill("500");
    await form.getByRole("button", { name: /^Cash, exact/ }).click();
    await form.getByLabel("Cash received").fill("200");
    await page.waitForTimeout(600);
    await shot("44b");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForTimeout(1000);
    const lines = [{ description: "Consultation", quantity: 1, amount: "600" }];
    await owner.post("/api/bills", {
      patientId: a,
      lines: [{ description: "Follow-up", quantity: 1, amount: "400" }],
    });
    const bill = await owner.post("/api/bills", { patientId: c, lines });
    const paid = await owner.post(`/api/bills/${bill.id}/payments`, { method: "cash", amount: "600" });
    await owner.post(`/api/payments/${paid.payments[0].id}/void`, { reason: "typed twice" });
    await owner.post(`/api/bills/${bill.id}/payments`, {
      method: "gcash",
      amount: "600",
      reference: "8012 334",
    });
    await owner.post("/api/day-count/petty-cash", { amount: "80", note: "Drinking water" });
    await page.goto("/payments");
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("dialog").getByLabel("Opening float").fill("1000");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByLabel("Cash counted").fill("1000");
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/money-shots/44c-${w}.png`, fullPage: true });
    await page.getByRole("button", { name: "Close Count" }).click();
    await page.waitForTimeout(800);
    await shot("44d");
    await page.goto("/reports");
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/money-shots/reports-${w}.png`, fullPage: true });
  });
