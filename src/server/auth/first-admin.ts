import { openDatabases } from "../database/db.ts";
import type { Settings } from "../settings.ts";
import { StartProblem } from "../start-problem.ts";
import { hashPassword } from "./password.ts";
import { findPasswordFault } from "./password-rules.ts";
import { randomPassword } from "./random-password.ts";

const defaultEmail = "admin@klinika.local";

/**
 * Creates the platform admin at the first start. Returns the sign-in to print once, or null if there is an admin
 * already.
 * @throws StartProblem when ADMIN_EMAIL belongs to another account.
 */
export async function ensureFirstAdmin(
  databaseUrl: string,
  {
    adminEmail,
    adminPassword,
    databaseAppUrl = null,
  }: Pick<Settings, "adminEmail" | "adminPassword"> & Partial<Pick<Settings, "databaseAppUrl">>,
): Promise<{ email: string; password: string } | null> {
  const email = adminEmail ?? defaultEmail;
  const password = adminPassword ?? randomPassword();
  const databases = openDatabases(databaseUrl, 1, { appUrl: databaseAppUrl });
  try {
    if (await databases.functions.value("hasPlatformAdmin", {})) return null;
    const fault = adminPassword === null ? null : await findPasswordFault(adminPassword, [email]);
    if (fault) throw new StartProblem(`ADMIN_PASSWORD: ${fault}`);
    const id = await databases.functions.value("createFirstAdmin", {
      email,
      passwordHash: await hashPassword(password),
      at: new Date(),
    });
    return id === null ? null : { email, password };
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "users_email_key")
      throw new StartProblem(`ADMIN_EMAIL is ${email}, which has another account. Set another address.`);
    throw error;
  } finally {
    await databases.close();
  }
}
