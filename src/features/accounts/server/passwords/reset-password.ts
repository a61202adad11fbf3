import type * as z from "zod/mini";
import type { ResetPassword } from "#features/accounts/contract.ts";
import { hashPassword } from "#server/auth/password.ts";
import { refuseWeakPassword } from "#server/auth/password-rules.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { takeTurn } from "#server/auth/take-turn.ts";
import { networkOf } from "#server/http/network-address.ts";
import { hasMailedLinks } from "#server/mail/mail-links.ts";
import { Failure } from "#shared/errors.ts";
import { takeLinkTurn, tooManyLinks } from "../link-turns.ts";
import { noteSignIn } from "../sign-in/note-sign-in.ts";
import { clearGuesses } from "../sign-in/sign-in.ts";
import type { SignInContext } from "../sign-in-context.ts";

const fromNetworkPerHour = 5;

type Done = { message: string };

/**
 * Only records that a link was requested; the account is looked up when the mail is sent, so the response and its
 * time are the same for every address.
 * @throws Failure too_many, which counts unknown addresses like known ones and does not name the limit
 */
export async function requestReset(context: SignInContext, email: string): Promise<Done> {
  const { kit, now, request } = context;
  if (!hasMailedLinks(kit.settings))
    throw new Failure(
      "not_found",
      "Passwords can't be reset by email here. Please contact your administrator.",
    );
  const isInTurn = await takeTurn(kit, now, `reset-from:${networkOf(request.ip)}`, fromNetworkPerHour);
  if (!isInTurn) throw tooManyLinks();
  await takeLinkTurn(kit, now, "reset", email);
  await kit.databases.functions.value("askLetterWithLink", { kind: "reset", email, at: now });
  return {
    message: "If there is an account with this email, we have sent it a link. It works for 30 minutes.",
  };
}

/**
 * Ends every session of the account; known devices stay known. Signing in works as usual, second factor included.
 * @throws Failure not_found for a link that was used, has expired or never existed.
 */
export async function resetByLink(
  context: SignInContext,
  { token, newPassword }: z.output<typeof ResetPassword>,
): Promise<Done> {
  const { kit, now } = context;
  const tokenHash = sha256(token);
  // Before the password is hashed, which is slow: an invented token must cost almost nothing.
  const account = await kit.databases.functions.row("accountOfLink", {
    kind: "reset",
    tokenHash,
    at: now,
  });
  if (account) {
    const known = [account.firstName, account.lastName, account.email];
    await refuseWeakPassword("newPassword", newPassword, known);
  }
  const isReset = account
    ? await kit.databases.functions.value("resetPassword", {
        tokenHash,
        passwordHash: await hashPassword(newPassword),
        at: now,
      })
    : false;
  if (!account || !isReset)
    throw new Failure("not_found", "This link was already used or has expired. Request a new one.");
  await clearGuesses(context, account.email);
  await noteSignIn(context, {
    userId: account.userId,
    email: account.email,
    way: "reset_link",
    isRight: true,
  });
  return { message: "Your password was changed" };
}
