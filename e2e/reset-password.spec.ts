import { type ChildProcess, spawn } from "node:child_process";
import { expect, test } from "@playwright/test";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { expectAccessible } from "./accessible.ts";

// The other stories run without a mail server, so this one has a Klinika of its own.
let mail: MailServer;
let klinika: ChildProcess;
let origin: string;

test.beforeAll(async () => {
  mail = await startMailServer();
  const port = Number(process.env.E2E_PORT ?? 4317) + 10 + 2 * test.info().parallelIndex;
  origin = `http://127.0.0.1:${port}`;
  klinika = spawn(process.execPath, ["e2e/server.ts"], {
    env: {
      ...process.env,
      E2E_PORT: String(port),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PUBLIC_URL: origin,
    },
    stdio: "ignore",
  });
  await expect
    .poll(
      async () =>
        fetch(`${origin}/api/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 50_000 },
    )
    .toBe(200);
});
test.afterAll(async () => {
  const ended = new Promise((resolve) => klinika.once("exit", resolve));
  klinika.kill("SIGTERM");
  await ended;
  await mail.stop();
});

test("a forgotten password: the link comes by mail, sets a new one, and works once", async ({ page }) => {
  const email = "ana@reyes.test";
  const signedUp = await page.request.post(`${origin}/api/auth/signup`, {
    data: {
      clinicName: "Reyes Clinic",
      doctorName: "Ana Reyes",
      email,
      phone: "0917 555 0100",
      licenseNumber: "0098412",
      password: "tinola-at-noon-42",
      confirmPassword: "tinola-at-noon-42",
    },
  });
  expect(signedUp.ok()).toBe(true);
  await page.context().clearCookies();

  await page.goto(`${origin}/dashboard`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}-${test.info().project.name}-${Date.now()}.png` });
  await expectAccessible(page);

  await expect.poll(() => mail.letters.length, { timeout: 20_000 }).toBe(1);
  const text = (mail.letters[0]?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
  const link = /http:\S+#token=[\w-]+/.exec(text)?.[0] ?? "";
  expect(link.startsWith(`${origin}/reset-password#`)).toBe(true);
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("New password").fill("sampaloc-at-dusk-9");
  expect(page.url()).toBe(`${origin}/reset-password`);
  await page.getByLabel("Confirm password").fill("sampaloc-at-dusk");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}-${test.info().project.name}-${Date.now()}.png` });
  await expectAccessible(page);
  await page.getByLabel("Confirm password").fill("sampaloc-at-dusk-9");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("You are logged out on every device.")).toBeVisible();
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("sampaloc-at-dusk-9");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Login Successful")).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("New password").fill("adobo-at-dusk-99");
  await page.getByLabel("Confirm password").fill("adobo-at-dusk-99");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("This link no longer works");
  await expect(page.getByRole("button", { name: "Send link" })).toBeVisible();
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}-${test.info().project.name}-${Date.now()}.png` });
  await expectAccessible(page);
});
