import { expect, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { openClinic } from "#e2e/support/clinic.ts";

// The landing page before any script runs, its sign-ins, and its contact form. admin-console.spec.ts covers what an
// administrator sees of a message, SignInScreens.test.tsx failed sign-ins.

const drawn = [
  "Patient records with admission numbers",
  "Digital prescriptions",
  "Appointment scheduling and today&#x27;s schedule",
  "Multi-clinic patient referrals",
  "Role-based staff and secretary access",
  "Dashboard analytics",
  "Cloud backup",
  "500+",
  "5,000+",
  "25,000+",
  "₱1,000",
  "₱0",
  "30 days",
  "Send Message",
  'href="/privacy"',
  'href="/admin-login"',
  // The support address, from the settings.
  'content="help@klinika.test"',
];

test("its text is in the HTML, and the login dropdown has owner and staff sign-ins", {
  tag: "@both",
}, async ({ page }) => {
  const html = await (await page.request.get("/")).text();
  for (const text of drawn) expect(html, text).toContain(text);

  const clinic = await openClinic(page);
  await page.context().clearCookies();
  await page.goto("/");
  await page.getByRole("button", { name: "Login" }).click();
  const panel = page.getByRole("dialog", { name: "Login" });
  const password = panel.getByLabel("Password", { exact: true });

  await test.step("an owner: login and sign-up, each password with its toggle", async () => {
    await panel.getByRole("tab", { name: "Sign Up" }).click();
    await expect(panel.getByRole("button", { name: "Show password" })).toHaveCount(2);
    await password.fill("longer-than-eight");
    await panel.getByLabel("Confirm password", { exact: true }).fill("something-else");
    await panel.getByRole("button", { name: "Start Your 14-Day Free Trial" }).click();
    await expect(panel.getByText("Clinic name must be at least 2 characters")).toBeVisible();
    await expect(panel.getByText("Passwords don't match")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("staff: login only, and whom to ask", async () => {
    await panel.getByText("Staff Access").click();
    await expect(panel.getByRole("tab")).toHaveCount(0);
    await expect(panel.getByText(/Please contact your clinic administrator/)).toBeVisible();
    await panel.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText("Missing Information")).toBeVisible();
    await expect(page.getByText("Please enter both email and password", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await panel.getByText("Clinic Owner").click();
  await panel.getByRole("tab", { name: "Login" }).click();
  await panel.getByLabel("Email").fill(clinic.email);
  await password.fill(clinic.password);
  await panel.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await panel.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Login Successful")).toBeVisible();
});

test("the contact form requires its fields, and confirms that the message was sent", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/");
  const contact = page.getByRole("region", { name: "Contact" });
  const send = contact.getByRole("button", { name: "Send Message" });
  await send.click();
  for (const words of [
    "Name is required",
    "Please enter a valid email address",
    "Subject is required",
    "Message is required",
  ])
    await expect(contact.getByText(words)).toBeVisible();
  await expect(contact.getByLabel("Name")).toBeFocused();
  await expectAccessible(page);

  await contact.getByLabel("Name").fill("Dr. Begoña Peñaflor");
  await contact.getByLabel("Email").fill("begona@penaflor.test");
  await contact.getByLabel("Subject").fill("₱1,000 a month");
  await contact.getByLabel("Message").fill("How do we move from paper?");
  await page.route("**/api/contact", (route) =>
    route.fulfill({
      status: 429,
      json: {
        code: "too_many",
        message: "You have sent several messages already. Please try again in an hour.",
      },
    }),
  );
  await send.click();
  await expect(contact.getByRole("alert")).toContainText("Please try again in an hour.");
  await expect(contact.getByLabel("Message")).toHaveValue("How do we move from paper?");
  await page.unroute("**/api/contact");
  await send.click();
  await expect(contact.getByText("Message sent")).toBeVisible();
  await expect(contact.getByLabel("Message")).toHaveValue("");

  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { name: "Privacy", level: 1 })).toBeVisible();
  await page.goBack();
  await footer.getByRole("link", { name: "Admin Login" }).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
});
