import type * as z from "zod/mini";
import type { ResetPassword } from "#features/accounts/contract.ts";
import { hashPassword } from "#server/auth/password.ts";
import { refuseWeakPassword } from "#server/auth/password-rules.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { networkOf } from "#server/http/network-address.ts";
import type { Kit } from "#server/kit.ts";
import { hasMailedLinks } from "#server/mail/mail-links.ts";
import { Failure } from "#shared/errors.ts";
import { noteSignIn } from "../sign-in/note-sign-in.ts";
import { clearGuesses } from "../sign-in/sign-in.ts";
import type { Visit } from "../visit.ts";

const hour = 3_600_000;
const asks = { ofNetwork: 5, ofAccount: 3, ofAccountInADay: 8 };

type Done = { message: string };

/**
 * Only records that a link was requested; the account is looked up when the mail is sent, so the response and its
 * time are the same for every address.
 * @throws Failure too_many, which counts unknown addresses like known ones and does not name the limit
 */
export async function requestReset(visit: Visit, email: string): Promise<Done> {
  const { kit, now, request } = visit;
  if (!hasMailedLinks(kit.settings))
    throw new Failure(
      "not_found",
      "Passwords can't be reset by email here. Please contact your administrator.",
    );
  const isFirst = await takeTurn(kit, now, `reset-from:${networkOf(request.ip)}`, asks.ofNetwork);
  const isInTurn =
    isFirst &&
    (await takeTurn(kit, now, `reset-of:${email}`, asks.ofAccount)) &&
    (await takeTurn(kit, now, `reset-of-today:${email}`, asks.ofAccountInADay, 24));
  if (!isInTurn)
    throw new Failure(
      "too_many",
      "Too many links were requested. Check your email for one, or try again in an hour.",
      {},
      hour / 1000,
    );
  await kit.databases.functions.value("askLetterWithLink", { kind: "reset", email, at: now });
  return {
    message: "If there is an account with this email, we have sent it a link. It works for 30 minutes.",
  };
}

/** False after `most` calls under this key within the given hours (one by default, at most a day). */
export async function takeTurn(kit: Kit, now: Date, key: string, most: number, hours = 1): Promise<boolean> {
  const row = await kit.databases.functions.row("takeTurns", {
    key: sha256(key),
    turns: 1,
    startedAt: now,
    at: now,
    window: `${hours} hours`,
  });
  return (row?.taken ?? 0) <= most;
}

/**
 * Ends every session of the account; known devices stay known. Signing in works as usual, second factor included.
 * @throws Failure not_found for a link that was used, has expired or never existed.
 */
export async function resetByLink(
  visit: Visit,
  { token, newPassword }: z.output<typeof ResetPassword>,
): Promise<Done> {
  const { kit, now } = visit;
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
  await clearGuesses(visit, account.email);
  await noteSignIn(visit, {
    userId: account.userId,
    email: account.email,
    way: "reset_link",
    isRight: true,
  });
  return { message: "Your password was changed" };
}
