import { sha256 } from "#server/auth/secrets.ts";
import { hasMailedLinks } from "#server/mail/mail-links.ts";
import { Failure } from "#shared/errors.ts";
import { describeCurrentUser } from "./current-user.ts";
import { takeLinkTurn } from "./link-turns.ts";
import type { SessionContext, SignInContext } from "./sign-in-context.ts";

/** @throws Failure not_found for a link that has expired or never existed. */
export async function confirmByLink(
  { kit, now }: SignInContext,
  token: string,
): Promise<{ message: string }> {
  const isFirst = await kit.databases.functions.value("confirmEmail", { tokenHash: sha256(token), at: now });
  if (isFirst === null)
    throw new Failure(
      "not_found",
      "This link has expired or is incomplete. Log in and press Send Again for a new one.",
    );
  return { message: isFirst ? "Your email is confirmed" : "This email is already confirmed" };
}

/** @throws Failure not_found where no mail is sent, already_done for a confirmed email, too_many. */
export async function sendConfirmationAgain(context: SessionContext): Promise<{ message: string }> {
  const { kit, now, session } = context;
  if (!hasMailedLinks(kit.settings))
    throw new Failure("not_found", "Email confirmation isn't available because email isn't set up.");
  const { emailConfirmed, email } = await describeCurrentUser(context);
  if (emailConfirmed) throw new Failure("already_done", "This email is already confirmed.");
  await takeLinkTurn(kit, now, "confirm", session.userId);
  await kit.databases.functions.value("askLetterWithLink", { kind: "confirm", email, at: now });
  return { message: `We sent a link to ${email}. It works for 7 days.` };
}
