import type * as z from "zod/mini";
import type { ChangePassword } from "#features/accounts/contract.ts";
import { hashPassword, normalizePassword } from "#server/auth/password.ts";
import { refuseWeakPassword } from "#server/auth/password-rules.ts";
import type { Session } from "#server/auth/session.ts";
import { invalidField } from "#shared/errors.ts";
import { changeAccount } from "../change-account.ts";
import type { Visit } from "../visit.ts";
import { typedPassword } from "./confirm-password.ts";

/**
 * Ends the account's other sessions; this one stays, with full access.
 * @throws Failure invalid for a wrong current password or an unchanged one; too_many for guessing.
 */
export async function replacePassword(
  visit: Visit,
  session: Session,
  typed: z.output<typeof ChangePassword>,
): Promise<{ message: string }> {
  const { kit, now } = visit;
  const wrong = () => invalidField("currentPassword", "Current password is incorrect");
  const oldHash = await typedPassword(visit, session, typed.currentPassword, wrong);
  if (normalizePassword(typed.newPassword) === normalizePassword(typed.currentPassword))
    throw invalidField("newPassword", "Choose a password that is not the current one");
  const known = [session.firstName, session.lastName, session.email, session.clinic?.name ?? ""];
  await refuseWeakPassword("newPassword", typed.newPassword, known);
  const hash = await hashPassword(typed.newPassword);
  const { userId: user, tokenHash: keptSession } = session;
  const isChanged = await changeAccount(kit, session, "account.password", (functions) =>
    functions.value("changePassword", { user, oldHash, hash, at: now, keptSession }),
  );
  if (!isChanged) throw wrong();
  return { message: "Password changed" };
}
