import type * as z from "zod/mini";
import type { ChangePassword } from "#features/accounts/contract.ts";
import { hashPassword, verifyPassword } from "#server/auth/password.ts";
import { refuseWeakPassword } from "#server/auth/password-rules.ts";
import { invalidField } from "#shared/errors.ts";
import { changeAccount } from "../change-account.ts";
import { passwordChanged } from "../sign-in/open-session.ts";
import type { SessionContext } from "../sign-in-context.ts";
import { typedPassword } from "./confirm-password.ts";

/**
 * Ends the account's other sessions; this one stays, with full access.
 * @throws Failure invalid for a wrong current password or an unchanged one; too_many for guessing.
 */
export async function replacePassword(
  context: SessionContext,
  typed: z.output<typeof ChangePassword>,
): Promise<{ message: string }> {
  const { now, session } = context;
  const oldHash = await currentHash(context, typed.currentPassword);
  if (await verifyPassword(oldHash, typed.newPassword))
    throw invalidField("newPassword", "Choose a password that is not the current one");
  const known = [session.firstName, session.lastName, session.email, session.clinic?.name ?? ""];
  await refuseWeakPassword("newPassword", typed.newPassword, known);
  const hash = await hashPassword(typed.newPassword);
  const { userId: user, tokenHash: keptSession } = session;
  const isChanged = await changeAccount(context, "account.password", (functions) =>
    functions.value("changePassword", { user, oldHash, hash, at: now, keptSession }),
  );
  if (!isChanged) throw wrong();
  return { message: "Password changed" };
}

const wrong = () => invalidField("currentPassword", "Current password is incorrect");

/**
 * The stored hash, once the current password was typed. A temporary one need not be typed again: a new one ends the
 * account's sessions, so this session was opened with it, and can do nothing else.
 */
async function currentHash(context: SessionContext, typed: string | undefined): Promise<string> {
  const { kit, now, session } = context;
  if (typed !== undefined) return typedPassword(context, typed, wrong);
  if (session.passwordChanged) throw invalidField("currentPassword", "Current password is required");
  const { databases } = kit;
  const hash = await databases.functions.value("passwordHashOf", { user: session.userId });
  // Read after it: whoever changed the password meanwhile has ended this session.
  const { tokenHash } = session;
  const still = await databases.sessions.look({ tokenHash, isActiveUse: true, now });
  if (hash === null || !still || still.passwordChanged) throw passwordChanged();
  return hash;
}
