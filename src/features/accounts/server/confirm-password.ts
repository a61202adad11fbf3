import type { Kit } from "#server/kit.ts";
import { verifyPassword } from "#server/password.ts";
import type { Session } from "#server/session.ts";
import { invalidField } from "#shared/errors.ts";
import { beginAttempt } from "./guess-limit.ts";

/**
 * The calls that need a recent password work again in this session.
 * @throws Failure invalid for a wrong password; too_many for guessing.
 */
export async function renewPassword(
  kit: Kit,
  now: Date,
  session: Session,
  password: string,
): Promise<{ message: string }> {
  const { narrow } = kit.databases;
  const attempt = await beginAttempt(kit, now, [
    { key: `password:${session.userId}`, limit: kit.settings.failedSignInsPerAccount },
  ]);
  const [stored] = await narrow.rows<{ password_hash_of: string | null }>("password_hash_of", [
    session.userId,
  ]);
  if (!(await verifyPassword(stored?.password_hash_of ?? null, password)))
    throw invalidField("password", "This is not your password");
  await attempt.succeeded();
  await narrow.rows("renew_typed_password", [session.tokenHash, now]);
  return { message: "Password confirmed" };
}
