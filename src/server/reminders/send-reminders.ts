import { sql } from "kysely";
import { isQuiet } from "#shared/calendar/quiet-hours.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { type ReminderChannel, reminderChannels } from "#shared/reminder-channels.ts";
import { newSecret, sha256 } from "../auth/secrets.ts";
import { userName } from "../auth/user-name.ts";
import type { ClinicScope } from "../database/db.ts";
import { listDaysOff } from "../days-off.ts";
import { DeliveryProblem } from "../delivery-problem.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { App, Kit } from "../kit.ts";
import { isOfSeveral } from "../practitioners.ts";
import { bookedAppointments, isClosedThen } from "./booked-appointments.ts";
import { channelsOf, reminderAddress } from "./reminder-channels.ts";
import { letterOf, type Reminder, textOf } from "./reminder-words.ts";

/** A reminder is sent by another server after this time, in case the one that took it stopped. */
const LEASE = 5 * 60_000;

/** Attempts until a reminder is given up. The waits between them are 5, 10, 20 and 40 minutes. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT = 5 * 60_000;

/** What is planned, one after another for each channel; nothing in the quiet hours. */
export const reminderQueues: JobQueue[] = reminderChannels.map((channel) => ({
  name: `${channel}_reminders`,
  atOnce: 1,
  isOpen: ({ kit }, now) => channelsOf(kit).includes(channel) && !isQuiet(now),
  async take({ kit, log }, { clinicId, id }) {
    const clinic = kit.databases.openClinicUnshared({
      clinicId: clinicId ?? 0,
      userId: 0,
      ownerUserId: null,
      event: "reminder.send",
    });
    const stop = newSecret();
    const reminder = await takeReminder(clinic, id, sha256(stop), kit.now());
    if (reminder === null) return null;
    return async () =>
      reminder === "dropped"
        ? undefined
        : send({ kit, log, clinic }, reminder, `${clinic.id.toString(36)}-${stop}`);
  },
}));

/** Drops a reminder that is not to be sent any more: see `reminders.state`. */
function takeReminder(
  clinic: ClinicScope,
  id: number,
  stopHash: Buffer,
  now: Date,
): Promise<Reminder | "dropped" | null> {
  const at = now.toISOString();
  return clinic.transaction(async ({ db }) => {
    const taken = await db
      .updateTable("reminders")
      .set((row) => ({
        attempts: row("attempts", "+", 1),
        nextAt: new Date(now.getTime() + LEASE).toISOString(),
        stopHash: sql<Buffer | null>`case when channel = 'email' then ${stopHash}::bytea end`,
      }))
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .where("nextAt", "<=", at)
      .returning(["id", "patientId", "appointmentId", "channel", "address", "attempts", "startsAt"])
      .executeTakeFirst();
    if (!taken) return null;
    const { appointmentId, patientId, startsAt } = taken;
    const channel = taken.channel as ReminderChannel;
    const named = await bookedAppointments({ ...clinic, db })
      .innerJoin("clinics", "clinics.id", "appointments.clinicId")
      .where("appointments.id", "=", appointmentId)
      .where("appointments.startsAt", "=", startsAt)
      .where("appointments.startsAt", ">", at)
      .where(sql<boolean>`may_remind(${clinic.id}, ${at}::timestamptz)`)
      .where(sql<boolean>`consents_to_reminders(${clinic.id}, ${patientId}, ${channel})`)
      .select((from) => [
        "clinics.name as clinicName",
        "clinics.phone as clinicPhone",
        "clinics.email as clinicEmail",
        "places.name as placeName",
        from.fn.coalesce("places.address", "clinics.address").as("placeAddress"),
        sql<boolean>`(select count(*) > 1 from places o where o.clinic_id = ${clinic.id} and o.is_active)`.as(
          "hasPlaces",
        ),
        sql<string | null>`case when ${isOfSeveral(clinic)} then
          (select ${userName("u")} from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
           where p.clinic_id = ${clinic.id} and p.id = appointments.practitioner_id) end`.as("doctorName"),
      ])
      .executeTakeFirst();
    const daysOff = named ? await listDaysOff({ ...clinic, db }, manilaDay(new Date(startsAt))) : [];
    const isOpen = named !== undefined && !isClosedThen(named, daysOff);
    // The patient's may have been corrected since.
    const address = isOpen ? reminderAddress(channel, named) : null;
    await db
      .updateTable("reminders")
      .set(address === null ? { state: "dropped" } : { address })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .execute();
    return named && address !== null ? { ...taken, ...named, address } : "dropped";
  });
}

type Sending = Pick<App, "kit" | "log"> & { clinic: ClinicScope };

async function send(
  { kit, log, clinic }: Sending,
  reminder: Reminder,
  stopToken: string,
): Promise<"pause" | undefined> {
  const { id, channel, attempts: attempt } = reminder;
  const note = (change: {
    state: "sent" | "failed" | "waiting";
    problem: string | null;
    sentAt?: string;
    nextAt?: string;
  }) =>
    clinic.db
      .updateTable("reminders")
      .set(change)
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute();
  try {
    await sendOne(kit, clinic, reminder, stopToken);
  } catch (problem) {
    const known = problem instanceof DeliveryProblem ? problem : null;
    const isOfMessage = known?.isOfMessage === true;
    const state = isOfMessage || attempt >= MAX_ATTEMPTS ? "failed" : "waiting";
    const nextAt = new Date(kit.now().getTime() + FIRST_WAIT * 2 ** (attempt - 1)).toISOString();
    await note({ state, problem: known?.message ?? "It could not be sent.", nextAt });
    if (!known) throw problem;
    log.warn({ clinicId: clinic.id, channel, attempt, state, reason: known.message }, "reminder not sent");
    return isOfMessage ? undefined : "pause";
  }
  await note({ state: "sent", problem: null, sentAt: kit.now().toISOString() });
}

async function sendOne(
  { mail, texts, settings, now }: Kit,
  { id: clinicId }: ClinicScope,
  reminder: Reminder,
  stopToken: string,
): Promise<void> {
  const { id, channel, address, clinicName, clinicEmail, attempts: attempt } = reminder;
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
