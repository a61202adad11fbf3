import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { mayViewPatients } from "#shared/permissions.ts";
import { reminderChannels } from "#shared/reminder-channels.ts";

const text = z.nullable(z.string());

const channel = z.enum(reminderChannels, { error: "Use email or text" });

/** A way to remind a patient, and whether they consent to it. Without consent nothing is sent. */
const ReminderConsent = z.object({
  channel,
  /** Where it is sent: an email address, or a mobile number as E.164. Null: the record has none. */
  address: text,
  isGiven: z.boolean(),
  /** When consent was last given or withdrawn; null: never asked. */
  since: text,
  /** The user who recorded it; null: the patient withdrew it. */
  notedBy: text,
});
export type ReminderConsent = z.output<typeof ReminderConsent>;

const Reminder = z.object({
  id: Id,
  appointmentId: Id,
  channel,
  state: z.enum(["waiting", "sent", "failed", "dropped"]),
  sentAt: text,
  problem: text,
});
export type Reminder = z.output<typeof Reminder>;

export const PatientReminders = z.object({
  /** The channels that this server can send by. */
  consents: z.array(ReminderConsent),
  /** Latest first, at most 50. */
  reminders: z.array(Reminder),
});
export type PatientReminders = z.output<typeof PatientReminders>;

/** A patient's consents, and the sent reminders. */
export const patientReminders = endpoint({
  method: "GET",
  path: "/api/patients/:id/reminders",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["reminders", "patients", "users"],
  response: PatientReminders,
});
const ReminderConsentDraft = z.strictObject({
  channel,
  isGiven: z.boolean({ error: "isGiven is true or false" }),
});
/** Records that a patient gave or withdrew consent. */
export const noteReminderConsent = endpoint({
  method: "POST",
  path: "/api/patients/:id/reminders",
  access: { any: ["manage_schedule", "edit_patients"] },
  audit: "reminder.consent",
  changes: ["reminders", "recordHistory"],
  body: ReminderConsentDraft,
  response: z.object({ channel, isGiven: z.boolean() }),
  record: null,
});

const StopReminders = z.object({
  token: z
    .string({ error: "The link is not complete" })
    .check(z.regex(/^[\w-]{10,120}$/, "The link is not complete")),
});
/** With the token of an email's link: its patient gets no more emails. 404 when it is not valid. */
export const stopReminders = endpoint({
  method: "POST",
  path: "/api/reminders/stop",
  access: "public",
  audit: null,
  changes: ["reminders"],
  body: StopReminders,
  response: z.object({ clinicName: z.string() }),
});
/** Called by a text gateway with each reply. A stop word, also with polite words, ends the texts to its number. */
export const receiveText = endpoint({
  method: "POST",
  path: "/api/text-replies/:secret",
  access: "public",
  audit: null,
  changes: [],
  params: z.object({ secret: z.string().check(z.maxLength(200)) }),
  body: z.object({
    from: z.string({ error: "from is the sender's number" }).check(z.maxLength(40)),
    message: z.string({ error: "message is what was written" }).check(z.maxLength(2000)),
  }),
  response: z.object({ stopped: z.int() }),
});
