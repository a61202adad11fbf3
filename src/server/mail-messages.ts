import { formatInstant } from "#shared/dates.ts";
import type { App } from "./kit.ts";
import { type Letter, MailProblem } from "./mail.ts";

/** Older ones are read in the console alone: whoever wrote has been answered by then, or has called. */
export const mailedSince = (now: Date) => new Date(now.getTime() - 3 * 24 * 3_600_000);

/** A message stays with the server that took it for this long, should that server die with it. */
const lease = "10 minutes";

type Message = {
  id: number;
  kind: "contact" | "upgrade";
  name: string;
  email: string;
  phone: string | null;
  clinic: string | null;
  subject: string;
  message: string;
  created_at: string;
  attempt: number;
};

/**
 * Mails what the contact form and owners left, one after another, until none waits or one fails. The stored message
 * is the truth: whoever wrote it had the answer long before.
 */
export async function mailMessages(app: App, closing?: AbortSignal): Promise<void> {
  const { mail, databases, settings, now } = app.kit;
  if (!mail) return;
  while (!closing?.aborted) {
    const [message] = await databases.narrow.rows<Message>("take_message_to_mail", [
      now(),
      mailedSince(now()),
      lease,
    ]);
    if (!message) return;
    const problem = await mail.send(letterOf(message, settings.publicUrl)).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem) {
      const [row] = await databases.narrow.rows<{ message_was_not_mailed: string }>(
        "message_was_not_mailed",
        [message.id, now()],
      );
      if (!(problem instanceof MailProblem)) throw problem;
      const { id, attempt } = message;
      app.log.warn(
        { contactMessage: id, attempt, nextAttempt: row?.message_was_not_mailed, reason: problem.message },
        "contact message not mailed; it stands in the console",
      );
      return;
    }
    await databases.narrow.rows("message_was_mailed", [message.id, now()]);
  }
}

function letterOf(message: Message, publicUrl: string | null): Letter {
  const { id, kind, name, email, phone, clinic, created_at } = message;
  const where = kind === "upgrade" ? "from the clinic's settings" : "with the contact form";
  const text = [
    `Name: ${name}`,
    `Email: ${email}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    ...(clinic ? [`Clinic: ${clinic}`] : []),
    `Sent ${where} on ${formatInstant(created_at)} (Manila)`,
    ...(publicUrl ? [`In the console: ${publicUrl}/admin?tab=requests`] : []),
    "",
    message.message,
  ].join("\n");
  return {
    id: `contact-message-${id}`,
    subject: `[Klinika] ${message.subject}${kind === "upgrade" && clinic ? `: ${clinic}` : ""}`,
    text,
    replyTo: { name, address: email },
    date: new Date(created_at),
  };
}
