/** The ways in which a patient can be reminded. */
export const reminderChannels = ["email", "text"] as const;
export type ReminderChannel = (typeof reminderChannels)[number];
