import { formatInstant } from "#shared/formats/dates.ts";
import type { FunctionRow } from "../database/database-functions.ts";
import type { App } from "../kit.ts";
import { type Letter, MailProblem } from "./mail.ts";

/** Older ones are only shown in the console, since they were probably answered. */
export const mailedSince = (now: Date) => new Date(now.getTime() - 3 * 24 * 3_600_000);

/** A message is mailed by another server after this time, in case the one that took it stopped. */
const lease = "10 minutes";

type Message = FunctionRow<"takeMessageToMail">;

/**
 * Mails all messages of the contact form and of owners, one after another, until one fails. The stored message is
 * authoritative; its sender got a response when it was stored.
 */
export async function mailMessages(app: App, closing?: AbortSignal): Promise<void> {
  const { mail, databases, settings, now } = app.kit;
  if (!mail) return;
  while (!closing?.aborted) {
    const message = await databases.functions.row("takeMessageToMail", {
      at: now(),
      since: mailedSince(now()),
      lease,
    });
    if (!message) return;
    const problem = await mail.send(letterOf(message, settings.publicUrl)).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem) {
      const nextAttempt = await databases.functions.value("messageWasNotMailed", {
        id: message.id,
        at: now(),
      });
      if (!(problem instanceof MailProblem)) throw problem;
      const { id, attempt } = message;
      app.log.warn(
        { contactMessage: id, attempt, nextAttempt, reason: problem.message },
        "contact message not mailed; it is in the console",
      );
      return;
    }
    await databases.functions.value("messageWasMailed", { id: message.id, at: now() });
  }
}

function letterOf(message: Message, publicUrl: string | null): Letter {
  const { id, kind, name, email, phone, clinic, createdAt } = message;
  const where = kind === "upgrade" ? "from the clinic's settings" : "with the contact form";
  const text = [
    `Name: ${name}`,
    `Email: ${email}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    ...(clinic ? [`Clinic: ${clinic}`] : []),
    `Sent ${where} on ${formatInstant(createdAt)} (Manila)`,
    ...(publicUrl ? [`In the console: ${publicUrl}/admin?tab=requests`] : []),
    "",
    message.message,
  ].join("\n");
  return {
    id: `contact-message-${id}`,
    subject: `[Klinika] ${message.subject}${kind === "upgrade" && clinic ? `: ${clinic}` : ""}`,
    text,
    replyTo: { name, address: email },
    date: new Date(createdAt),
  };
}
