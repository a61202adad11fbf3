import { type ReminderChannel, reminderChannels } from "#shared/reminder-channels.ts";
import type { Kit } from "../kit.ts";

/** The channels that are configured. An email needs a link to stop the reminders, and so PUBLIC_URL. */
export const channelsOf = ({ mail, texts, settings }: Kit): ReminderChannel[] =>
  reminderChannels.filter((channel) =>
    channel === "email" ? mail !== null && settings.publicUrl !== null : texts !== null,
  );

/** Where a patient is reminded, or null. Texts are only sent to Philippine mobile numbers. */
export function reminderAddress(
  channel: ReminderChannel,
  { email, contactNumber }: { email: string | null; contactNumber: string | null },
): string | null {
  if (channel === "email") return email;
  return contactNumber !== null && /^\+639\d{9}$/.test(contactNumber) ? contactNumber : null;
}
