import { timingSafeEqual } from "node:crypto";
import { clinicOfLink } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/secrets.ts";
import type { Kit } from "#server/kit.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { isStopReply } from "./stop-word.ts";

/**
 * By the link in an email.
 * @throws Failure not_found for an invalid one.
 */
export async function stopByLink(
  { databases }: Kit,
  token: string,
  now: Date,
): Promise<{ clinicName: string }> {
  const secret = token.slice(token.indexOf("-") + 1);
  const clinicName = await databases.functions.value("stopReminderEmails", {
    clinicId: clinicOfLink(token),
    stopHash: sha256(secret),
    at: now,
  });
  if (clinicName === null)
    throw new Failure("not_found", "This link is incomplete. Open it from the email again.");
  return { clinicName };
}

/** A reply that a gateway forwards. All but stop words are ignored: nobody reads replies. */
export async function stopByText(
  { databases, settings }: Kit,
  { secret, from, message }: { secret: string; from: string; message: string },
  now: Date,
): Promise<{ stopped: number }> {
  const expected = settings.smsInboundSecret;
  if (expected === null || !timingSafeEqual(sha256(secret), sha256(expected))) throw notFound("Page");
  const number = parsePhone(from) ?? parsePhone(`+${from}`);
  if (number === null || !isStopReply(message)) return { stopped: 0 };
  return { stopped: await databases.functions.value("stopTexts", { number, at: now }) };
}
