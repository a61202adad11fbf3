import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { comeAsStaff, openClinic, signIn, signUpOnScreen } from "#e2e/support/clinic.ts";
import { Keys } from "#e2e/support/keys.ts";

// Passkeys, with Chromium's virtual authenticator, and the PIN: signing in, and leaving staff mode.

// A passkey needs a host name.
test.use({ baseURL: `http://localhost:${process.env.E2E_PORT ?? 4317}` });

/** A laptop with a fingerprint reader that always succeeds. */
async function aFingerprintReader(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    /** Removes its passkeys, and restores them. */
    forget: async () => {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
      return async () => {
        for (const credential of credentials)
          await session.send("WebAuthn.addCredential", { authenticatorId, credential });
      };
    },
  };
}

const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard", level: 1 });

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/security");
  await page.getByRole("button", { name: "Add Passkey" }).click();
  await page.getByRole("dialog", { name: "Add a passkey" }).getByLabel("Name").fill("Clinic laptop");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("button", { name: "I Saved My Codes" }).click();
  await expect(page.getByText("Clinic laptop")).toBeVisible();
}

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

test("an owner adds a passkey with the keyboard, signs in with it, and removes it", {
  tag: "@release",
}, async ({ page }) => {
  const owner = await signUpOnScreen(page);
  const reader = await aFingerprintReader(page);
  const keys = new Keys(page);
  const press = async (name: string) => {
    const button = page.getByRole("button", { name, exact: true });
    await keys.tabTo(button);
    await keys.press("Enter");
  };

  await test.step("adds it, and gets recovery codes", async () => {
    await page.goto("/security");
    await press("Add Passkey");
    const name = page.getByRole("dialog", { name: "Add a passkey" }).getByLabel("Name");
    await expect(name).toBeFocused();
    await expect(name).toHaveValue(/^Chrome on /);
    await expectAccessible(page);
    await name.fill("Clinic laptop");
    await keys.press("Enter");
    await expect(page.getByRole("dialog", { name: "Recovery codes" })).toBeVisible();
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByRole("button", { name: "I Saved My Codes" }).click();
    await expect(page.getByText("Clinic laptop")).toBeVisible();
    await expect(page.getByText("Two-step sign-in is on")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("signs in with it, at the second try", async () => {
    await page.goto("/api/auth/logout");
    await page.goto("/dashboard");
    await typePassword(page, owner.email, owner.password);
    await expect(page.getByRole("button", { name: "Use Passkey" })).toBeFocused();
    await expectAccessible(page);
    const bringBack = await reader.forget();
    await press("Use Passkey");
    await expect(page.getByRole("alert")).toHaveText(/The passkey was not used\./);
    await bringBack();
    await press("Use Passkey");
    await expect(dashboard(page)).toBeVisible();
  });

  await test.step("removes it", async () => {
    await page.goto("/security");
    await expect(page.getByText(/^Added .*, last used /)).toBeVisible();
    await press("Remove passkey Clinic laptop");
    await expect(page.getByText("Your password alone will log you in.")).toBeVisible();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByText("Passkey removed")).toBeVisible();
    await expect(page.getByText("Two-step sign-in is on")).toHaveCount(0);
  });
});

test("the owner returns from staff mode with a PIN, and with a passkey", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page);
  const staff = await comeAsStaff(page, clinic);
  await signIn(page, clinic.email);
  await aFingerprintReader(page);
  await addPasskey(page);
  await page.getByRole("button", { name: "Set PIN" }).click();
  await expectAccessible(page);
  await page.getByLabel("PIN", { exact: true }).fill("123456");
  await expect(page.getByText("This PIN is easy to guess. Choose another one.")).toBeVisible();
  await page.getByLabel("PIN", { exact: true }).fill("402917");
  await expect(page.getByText("Staff mode PIN saved")).toBeVisible();

  const enterStaffMode = async () => {
    await page.goto("/staff-access");
    await page.getByLabel("Email").fill(staff.email);
    await page.getByLabel("Password", { exact: true }).fill(clinic.password);
    await page.getByRole("button", { name: "Login as Staff" }).click();
    await expect(page.getByRole("heading", { name: "Access Active" })).toBeVisible();
    await page.getByRole("button", { name: "Switch to Owner" }).click();
  };
  await enterStaffMode();
  await expect(page.getByLabel("Owner's PIN")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("402918");
  await expect(page.getByText("This is not the clinic owner's PIN")).toBeVisible();
  await page.keyboard.type("402917");
  await expect(dashboard(page)).toBeVisible();

  await enterStaffMode();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Use Passkey" }).click();
  await expect(dashboard(page)).toBeVisible();
});
