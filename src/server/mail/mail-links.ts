import { formatClock, formatInstant } from "#shared/formats/dates.ts";
import { newSecret, sha256 } from "../auth/secrets.ts";
import type { FunctionRow } from "../database/database-functions.ts";
import { DeliveryProblem } from "../delivery-problem.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { App } from "../kit.ts";
import type { Settings } from "../settings.ts";

/** A letter is mailed by another server after this time, in case the one that took it stopped. */
const lease = "2 minutes";

/** Links need PUBLIC_URL, since anybody can forge a Host header. */
export const hasMailedLinks = ({ smtpUrl, supportEmail, publicUrl }: Settings): boolean =>
  smtpUrl !== null && supportEmail !== null && publicUrl !== null;

type LetterWithLink = FunctionRow<"letterToMail">;

/** Requested links, to be mailed one after another. */
export const letterQueue: JobQueue = {
  name: "letters_with_link",
  atOnce: 1,
  isOpen: ({ kit }) => hasMailedLinks(kit.settings),
  async take(app, { id }) {
    const { databases, now } = app.kit;
    const token = newSecret();
    const at = now();
    const letter = await databases.functions.row("letterToMail", { id, tokenHash: sha256(token), at, lease });
    return letter ? () => mailLink(app, letter, token, at) : null;
  },
};

async function mailLink(
  { kit, log }: App,
  letter: LetterWithLink,
  token: string,
  at: Date,
): Promise<"pause" | undefined> {
  const { mail, databases, settings, now } = kit;
  const { id, kind, email, attempt, userId, expiresAt } = letter;
  if (userId === null || expiresAt === null) return;
  const { subject, lines } = textOf[kind as LinkKind]("Hello,", {
    publicUrl: settings.publicUrl ?? "",
    // In the fragment, which browsers send to no server, so it is neither logged nor in a Referer.
    fragment: `#token=${token}`,
    until: expiresAt,
  });
  try {
    await mail?.send({
      id: `link-${kind}-${id}-${attempt}`,
      to: email,
      subject,
      text: lines.join("\n"),
      date: at,
    });
  } catch (problem) {
    const known = problem instanceof DeliveryProblem ? problem : null;
    const isOfMessage = known?.isOfMessage === true;
    const nextAttempt = await databases.functions.value("letterWithLinkWasNotMailed", {
      id,
      at: now(),
      isServer: !isOfMessage,
    });
    if (!known) throw problem;
    log.warn(
      { kind, attempt, nextAttempt, reason: known.message },
      "link not mailed; it is retried until it expires",
    );
    return isOfMessage ? undefined : "pause";
  }
  await databases.functions.value("letterWithLinkWasMailed", { id });
}

type LinkKind = "reset" | "confirm";
type Link = { publicUrl: string; fragment: string; until: string };
type Text = (greeting: string, link: Link) => { subject: string; lines: string[] };

export const textOf: Record<LinkKind, Text> = {
  reset: (greeting, { publicUrl, fragment, until }) => ({
    subject: "Reset your Klinika password",
    lines: [
      greeting,
      "",
      "Someone asked to reset the password of your Klinika account. To choose a new one, open this link:",
      "",
      `${publicUrl}/reset-password${fragment}`,
      "",
      `It works once, until ${formatClock(until)} (Manila).`,
      "",
      "If you did not ask for this, you can ignore this email. Your password stays the same.",
    ],
  }),
  confirm: (greeting, { publicUrl, fragment, until }) => ({
    subject: "Confirm your email for Klinika",
    lines: [
      greeting,
      "",
      "Your clinic was signed up on Klinika with this email. To confirm that it is yours, open this link and press Confirm Email:",
      "",
      `${publicUrl}/confirm-email${fragment}`,
      "",
      `It works until ${formatInstant(until)} (Manila).`,
      "",
      "You can use Klinika right away. Patients are referred from and to your clinic once the email is confirmed.",
      "",
      "If you did not sign up, you can ignore this email.",
    ],
  }),
};
