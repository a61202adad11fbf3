import type * as z from "zod/mini";
import type { Kit } from "#server/kit.ts";
import { hashPassword, verifyPassword } from "#server/password.ts";
import { refuseWeakPassword } from "#server/password-rules.ts";
import type { Session } from "#server/session.ts";
import { invalidField } from "#shared/errors.ts";
import type { ChangePassword } from "../contract.ts";
import { beginAttempt } from "./guess-limit.ts";

/**
 * The account's other sessions end; this one stays and may go on to work.
 * @throws Failure invalid for a wrong current password or one that stays the same; too_many for guessing.
 */
export async function replacePassword(
  kit: Kit,
  now: Date,
  session: Session,
  typed: z.output<typeof ChangePassword>,
): Promise<{ message: string }> {
  const attempt = await beginAttempt(kit, now, [
    { key: `password:${session.userId}`, limit: kit.settings.failedSignInsPerAccount },
  ]);
  const [stored] = await kit.databases.narrow.rows<{ password_hash_of: string | null }>("password_hash_of", [
    session.userId,
  ]);
  if (!(await verifyPassword(stored?.password_hash_of ?? null, typed.currentPassword)))
    throw invalidField("currentPassword", "Current password is incorrect");
  await attempt.succeeded();
  if (typed.newPassword === typed.currentPassword)
    throw invalidField("newPassword", "Choose a password that is not the current one");
  const known = [session.firstName, session.lastName, session.email, session.clinic?.name ?? ""];
  await refuseWeakPassword("newPassword", typed.newPassword, known);
  await kit.databases.narrow.rows("change_password", [
    session.userId,
    await hashPassword(typed.newPassword),
    now,
    session.tokenHash,
  ]);
  return { message: "Password changed" };
}
