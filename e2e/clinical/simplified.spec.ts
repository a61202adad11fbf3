import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { comeAsStaff, openClinic } from "#e2e/support/clinic.ts";

// Today's list and a search in large type, for a weak connection on a phone.

const maria = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";
const aClinic = (page: Page) =>
  openClinic(page, {
    patients: [
      { patientName: "Uy, Benjamin Tan", sex: "M", age: 61 },
      { patientName: maria, birthday: "1959-03-04", allergies: "penicillin", contactNumber: "09175550148" },
    ],
  });
const result = (page: Page, name: string | RegExp) => page.getByRole("search").getByRole("button", { name });

test("log in, see today's patients, find one and call her", { tag: "@both" }, async ({ page }) => {
  const { email, password } = await aClinic(page);
  await page.context().clearCookies();
  await page.goto("/simplified");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Please enter both email and password")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("a wrong one");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();

  const today = page.getByRole("region", { name: "Today's Consultations" });
  await expect(today.getByRole("button")).toHaveCount(2);
  await page.getByLabel("Search patients").fill("esperanza pena");
  await expect(result(page, /Macaraeg/)).toBeVisible();
  await result(page, /Macaraeg/).click();
  await expect(page.getByText("Allergies: penicillin")).toBeVisible();
  await expect(page.getByRole("link", { name: "+63 917 555 0148" })).toHaveAttribute(
    "href",
    "tel:+639175550148",
  );
  await expectAccessible(page);
  await page.getByLabel("Search patients").fill("nobody of that name");
  await expect(page.getByText("No patients found")).toBeVisible();

  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL((url) => url.pathname === "/");
  expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(email);
  await page.goto("/simplified");
  await expect(page.getByRole("heading", { name: "Log in to Klinika" })).toBeVisible();
});

test("it loads at most 90 kB, and no font", { tag: "@phone" }, async ({ page }) => {
  await aClinic(page);
  const types: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    const type = request.resourceType();
    types.push(type);
    if (type === "script" || type === "stylesheet")
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/simplified");
  await expect(page.getByText("Uy, Benjamin Tan")).toBeVisible();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(types).not.toContain("font");
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test("offline the list stays, and says how old it is", { tag: "@phone" }, async ({ page, context }) => {
  await aClinic(page);
  await page.goto("/simplified");
  await expect(page.getByText("Uy, Benjamin Tan")).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Search patients").fill("uy");
  await expect(page.getByRole("alert").getByText("No connection.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Today's Consultations" }).getByRole("button")).toHaveCount(
    2,
  );
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(result(page, /Uy, Benjamin/)).toBeVisible();
});

test("a user who may not see patients is told so", { tag: ["@phone", "@release"] }, async ({ page }) => {
  const clinic = await aClinic(page);
  await comeAsStaff(page, clinic, { permissions: ["add_patients"] });
  await page.goto("/simplified");
  await expect(page.getByRole("heading", { name: "Access Restricted" })).toBeVisible();
  await expect(page.getByLabel("Search patients")).toHaveCount(0);
});

test("a browser that is too old is told so, whatever else fails in it", { tag: "@release" }, async ({
  page,
}) => {
  await page.addInitScript("delete Object.hasOwn; delete Array.prototype.toSorted;");
  for (const address of ["/simplified", "/dashboard"]) {
    await page.goto(address);
    await expect(page.getByRole("alert").first()).toContainText("Klinika needs a newer browser");
  }
});
