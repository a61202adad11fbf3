import { spawn } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { type MailServer, startMailServer } from "#test/servers/mail-server.ts";

export type KlinikaWithMail = {
  origin: string;
  mail: MailServer;
  /** The link in the last mail, once there are that many. */
  linkOf(letters: number): Promise<string>;
  stop(): Promise<void>;
};

/** The other stories run without a mail server, so those with mail start their own Klinika. */
export async function openKlinikaWithMail(): Promise<KlinikaWithMail> {
  const mail = await startMailServer();
  const port = Number(process.env.E2E_PORT ?? 4317) + 10 + 2 * test.info().parallelIndex;
  const origin = `http://127.0.0.1:${port}`;
  const klinika = spawn(process.execPath, ["e2e/support/server.ts"], {
    env: {
      ...process.env,
      E2E_PORT: String(port),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PUBLIC_URL: origin,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const health = () =>
    fetch(`${origin}/api/health`).then(
      ({ status }) => status,
      () => 0,
    );
  const stop = async () => {
    const ended = new Promise((resolve) => klinika.once("exit", resolve));
    klinika.kill("SIGTERM");
    await ended;
    await mail.stop();
  };
  // One that starts too late would answer the next story at this address.
  await expect
    .poll(health, { timeout: 50_000 })
    .toBe(200)
    .catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  return {
    origin,
    mail,
    async linkOf(letters) {
      await expect.poll(() => mail.letters.length, { timeout: 20_000 }).toBe(letters);
      const text = (mail.letters.at(-1)?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
      return /http:\S+#token=[\w-]+/.exec(text)?.[0] ?? "";
    },
    stop,
  };
}

export const password = "tinola-at-noon-42";

/** A new clinic, whose owner is signed in to this browser. */
export async function signUpAt(page: Page, origin: string, email: string): Promise<void> {
  const signedUp = await page.request.post(`${origin}/api/auth/signup`, {
    data: {
      clinicName: "Reyes Clinic",
      doctorName: "Ana Reyes",
      email,
      phone: "0917 555 0100",
      licenseNumber: "0098412",
      password,
      confirmPassword: password,
    },
  });
  expect(signedUp.ok()).toBe(true);
}

/** Like a link in a mail program: loads the page, also if it is already open. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
}
