import { isQuiet } from "#shared/calendar/quiet-hours.ts";
import { newSecret, sha256 } from "../auth/secrets.ts";
import type { App, Kit } from "../kit.ts";
import { MailProblem } from "../mail/mail.ts";
import { letterOf, type Reminder, textOf } from "./reminder-words.ts";
import { TextProblem } from "./text-gateway.ts";

export const reminderChannels = ["email", "text"] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** A reminder is sent by another server after this time, in case the one that took it stopped. */
const lease = "5 minutes";

/** The channels that are configured. An email needs a link to stop the reminders, and so PUBLIC_URL. */
export const channelsOf = ({ mail, texts, settings }: Kit): ReminderChannel[] =>
  reminderChannels.filter((channel) =>
    channel === "email" ? mail !== null && settings.publicUrl !== null : texts !== null,
  );

/** Plans the reminders of tomorrow's appointments. */
export async function planReminders({ kit }: App, now: Date): Promise<void> {
  const channels = channelsOf(kit);
  if (channels.length === 0 || isQuiet(now)) return;
  const { textsPerClinic, textsPerNumber, textsPerDay } = kit.settings;
  await kit.databases.functions.value("planReminders", {
    channels,
    at: now,
    mostOfClinic: textsPerClinic,
    mostToOne: textsPerNumber,
    mostOfAll: textsPerDay,
  });
}

/**
 * Sends what is planned, one after another, until none is left. A channel that fails is left alone until the next run;
 * nothing is sent in the quiet hours.
 */
export async function sendReminders(app: App, closing?: AbortSignal): Promise<void> {
  const { databases, now } = app.kit;
  let channels = channelsOf(app.kit);
  while (!closing?.aborted && channels.length > 0 && !isQuiet(now())) {
    const stop = newSecret();
    const at = now();
    const reminder = await databases.functions.row("takeReminder", {
      channels,
      stopHash: sha256(stop),
      at,
      lease,
    });
    if (!reminder) return;
    const { clinicId, id, channel, attempt } = reminder;
    const problem = await sendOne(app.kit, reminder, `${clinicId.toString(36)}-${stop}`).then(
      () => null,
      (error: unknown) => error,
    );
    if (!problem) {
      await databases.functions.value("reminderWasSent", { clinicId, id, at: now() });
      continue;
    }
    const known = problem instanceof MailProblem || problem instanceof TextProblem ? problem : null;
    const isOfOne =
      problem instanceof MailProblem
        ? problem.isOfLetter
        : problem instanceof TextProblem && problem.isOfMessage;
    const state = await databases.functions.value("reminderWasNotSent", {
      clinicId,
      id,
      at: now(),
      problem: known?.message ?? "It could not be sent.",
      isLast: isOfOne,
    });
    if (!known) throw problem;
    app.log.warn({ clinicId, channel, attempt, state, reason: known.message }, "reminder not sent");
    if (!isOfOne) channels = channels.filter((other) => other !== channel);
  }
}

async function sendOne(
  { mail, texts, settings, now }: Kit,
  reminder: Reminder,
  stopToken: string,
): Promise<void> {
  const { clinicId, id, channel, address, clinicName, clinicEmail, attempt } = reminder;
  if (channel === "text") {
    const message = textOf(reminder, { hasReplies: settings.smsInboundSecret !== null });
    await texts?.send({ to: address, message });
    return;
  }
  await mail?.send({
    id: `reminder-${clinicId}-${id}-${attempt}`,
    to: address,
    ...letterOf(reminder, { stopLink: `${settings.publicUrl}/stop-reminders#token=${stopToken}` }),
    ...(clinicEmail && { replyTo: { name: clinicName, address: clinicEmail } }),
    date: now(),
  });
}
