import { beginAttempt } from "#server/auth/guess-limit.ts";
import { verifyPassword } from "#server/auth/password.ts";
import { type Failure, invalidField } from "#shared/errors.ts";
import { noteSignIn } from "../sign-in/note-sign-in.ts";
import type { SessionContext } from "../sign-in-context.ts";

/**
 * Allows the calls that need a recent password in this session again.
 * @throws Failure invalid for a wrong password; too_many for guessing.
 */
export async function renewPassword(context: SessionContext, password: string): Promise<{ message: string }> {
  const { kit, now, session } = context;
  await typedPassword(context, password, () => invalidField("password", "This is not your password"));
  await kit.databases.functions.value("renewTypedPassword", { tokenHash: session.tokenHash, at: now });
  return { message: "Password confirmed" };
}

/**
 * Checks the password typed in a session and returns its stored hash. Guesses are counted per session, so that
 * someone who finds an open session cannot lock the owner out elsewhere.
 * @throws what `wrong` returns, and too_many after too many guesses
 */
export async function typedPassword(
  context: SessionContext,
  password: string,
  wrong: () => Failure,
): Promise<string> {
  const { kit, now, session } = context;
  const { userId, email, tokenHash } = session;
  const attempt = await beginAttempt(kit, now, [
    { key: `password:${tokenHash.toString("hex")}`, limit: kit.settings.failedSignInsPerAccount },
  ]);
  const hash = await kit.databases.functions.value("passwordHashOf", { user: userId });
  if (!(await verifyPassword(hash, password)) || hash === null) {
    await noteSignIn(context, { userId, email, way: "password", isRight: false });
    throw wrong();
  }
  await attempt.succeeded();
  return hash;
}
