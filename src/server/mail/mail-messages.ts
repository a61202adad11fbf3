import { formatInstant } from "#shared/formats/dates.ts";
import type { FunctionRow } from "../database/database-functions.ts";
import { DeliveryProblem } from "../delivery-problem.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { App } from "../kit.ts";
import type { Letter } from "./mail.ts";

/** A message is mailed by another server after this time, in case the one that took it stopped. */
const lease = "10 minutes";

type Message = FunctionRow<"messageToMail">;

/**
 * Messages of the contact form and of owners, to be mailed one after another. The stored message is authoritative; its
 * sender got a response when it was stored.
 */
export const messageQueue: JobQueue = {
  name: "contact_messages",
  atOnce: 1,
  isOpen: ({ kit }) => kit.mail !== null,
  async take(app, { id }) {
    const { functions } = app.kit.databases;
    const message = await functions.row("messageToMail", { id, at: app.kit.now(), lease });
    return message ? () => mailMessage(app, message) : null;
  },
};

async function mailMessage({ kit, log }: App, message: Message): Promise<"pause" | undefined> {
  const { mail, databases, settings, now } = kit;
  const { id, attempt } = message;
  try {
    await mail?.send(letterOf(message, settings.publicUrl));
  } catch (problem) {
    const nextAttempt = await databases.functions.value("messageWasNotMailed", { id, at: now() });
    if (!(problem instanceof DeliveryProblem)) throw problem;
    log.warn(
      { contactMessage: id, attempt, nextAttempt, reason: problem.message },
      "contact message not mailed; it is in the console",
    );
    return "pause";
  }
  await databases.functions.value("messageWasMailed", { id, at: now() });
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
