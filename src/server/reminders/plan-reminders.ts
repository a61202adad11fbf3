import { sql } from "kysely";
import { isQuiet } from "#shared/calendar/quiet-hours.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import type { ReminderChannel } from "#shared/reminder-channels.ts";
import type { ClinicScope } from "../database/db.ts";
import { listDaysOff } from "../days-off.ts";
import type { App, Kit } from "../kit.ts";
import { bookedAppointments, isClosedThen } from "./booked-appointments.ts";
import { channelsOf, reminderAddress } from "./reminder-channels.ts";

/** A reminder that may be planned. */
type Due = {
  clinicId: number;
  patientId: number;
  appointmentId: number;
  channel: ReminderChannel;
  startsAt: string;
  address: string;
  /** Among the day's reminders of its clinic and channel, from 1. */
  order: number;
};

type Day = { today: Date; from: Date; to: Date };

/**
 * Plans the reminders of tomorrow's appointments. The limits are for each channel and day: for a clinic, for a number or
 * address, and for all clinics together. Clinics take turns, so that none uses up the limit of all.
 */
export async function planReminders({ kit }: App, now: Date): Promise<void> {
  const channels = channelsOf(kit);
  if (channels.length === 0 || isQuiet(now)) return;
  const { functions } = kit.databases;
  const today = manilaDay(now);
  const { start: from, end: to } = manilaDayRange(addDays(today, 1));
  const day = { today: manilaDayRange(today).start, from, to };
  const clinics = await functions.rows("clinicsToRemind", { from, to, at: now });
  const due: Due[] = [];
  for (const { clinicId } of clinics)
    due.push(
      ...(await dueOf(openClinic(kit, clinicId), { channels, day, most: kit.settings.textsPerClinic })),
    );
  const planned = await withinLimits(kit, due, day.today);
  for (const [clinicId, reminders] of Map.groupBy(planned, (reminder) => reminder.clinicId))
    await insertReminders(openClinic(kit, clinicId), reminders, now);
}

const openClinic = ({ databases }: Kit, clinicId: number): ClinicScope =>
  databases.openClinicUnshared({ clinicId, userId: 0, ownerUserId: null, event: "reminder.plan" });

/** What a clinic may plan, the earliest appointments first. */
async function dueOf(
  clinic: ClinicScope,
  { channels, day, most }: { channels: readonly ReminderChannel[]; day: Day; most: number },
): Promise<Due[]> {
  const booked = await bookedAppointments(clinic)
    .where("appointments.startsAt", ">=", day.from.toISOString())
    .where("appointments.startsAt", "<", day.to.toISOString())
    .select(
      sql<ReminderChannel[]>`array(select channel from unnest(${channels}::text[]) channel
        where consents_to_reminders(appointments.clinic_id, patients.id, channel))`.as("consented"),
    )
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .execute();
  if (booked.length === 0) return [];
  const daysOff = await listDaysOff(clinic, manilaDay(day.from));
  const appointments = booked.filter((appointment) => !isClosedThen(appointment, daysOff));
  const reminders = await clinic.db
    .selectFrom("reminders")
    .where("clinicId", "=", clinic.id)
    .where((where) =>
      where.or([
        where("createdAt", ">=", day.today.toISOString()),
        sql<boolean>`appointment_id = any (${appointments.map(({ appointmentId }) => appointmentId)}::bigint[])`,
      ]),
    )
    .select([
      "appointmentId",
      "channel",
      "startsAt",
      sql<boolean>`state = 'dropped'`.as("isDropped"),
      sql<boolean>`created_at >= ${day.today.toISOString()}::timestamptz and state <> 'dropped'`.as(
        "isOfToday",
      ),
    ])
    .execute();
  return channels.flatMap((channel) => {
    const planned = reminders.filter((reminder) => reminder.channel === channel);
    const count = planned.filter(({ isOfToday }) => isOfToday).length;
    // One message about an appointment in a day, also when it is moved, and one for each start.
    const isPlanned = ({ appointmentId, startsAt }: { appointmentId: number; startsAt: string }) =>
      planned.some(
        (each) =>
          each.appointmentId === appointmentId &&
          (each.isOfToday || (each.startsAt === startsAt && !each.isDropped)),
      );
    return appointments
      .filter((appointment) => appointment.consented.includes(channel) && !isPlanned(appointment))
      .flatMap(({ appointmentId, patientId, startsAt, ...patient }) => {
        const address = reminderAddress(channel, patient);
        return address === null ? [] : [{ appointmentId, patientId, startsAt, address }];
      })
      .slice(0, Math.max(most - count, 0))
      .map((each, index) => ({ ...each, clinicId: clinic.id, channel, order: count + index + 1 }));
  });
}

/** Those within the limits of one number or address and of all clinics, who take turns. */
async function withinLimits({ databases, settings }: Kit, due: readonly Due[], since: Date): Promise<Due[]> {
  const planned: Due[] = [];
  for (const [channel, ofChannel] of Map.groupBy(due, (reminder) => reminder.channel)) {
    const addresses = [...new Set(ofChannel.map(({ address }) => address))];
    const counts = await databases.functions.row("countReminders", { channel, addresses, since });
    const toOne = new Map(Object.entries((counts?.ofAddress ?? {}) as Record<string, number>));
    let total = counts?.total ?? 0;
    for (const reminder of ofChannel.toSorted(byTurn)) {
      const sent = toOne.get(reminder.address) ?? 0;
      if (total >= settings.textsPerDay || sent >= settings.textsPerNumber) continue;
      planned.push(reminder);
      toOne.set(reminder.address, sent + 1);
      total += 1;
    }
  }
  return planned;
}

const byTurn = (one: Due, other: Due): number =>
  one.order - other.order ||
  Date.parse(one.startsAt) - Date.parse(other.startsAt) ||
  one.clinicId - other.clinicId ||
  one.appointmentId - other.appointmentId;

/** One that was dropped is planned again: its appointment was cancelled or its day closed only for a while. */
async function insertReminders(clinic: ClinicScope, reminders: readonly Due[], now: Date): Promise<void> {
  const rows = reminders.map(({ patientId, appointmentId, channel, startsAt, address }) => ({
    patient_id: patientId,
    appointment_id: appointmentId,
    channel,
    starts_at: startsAt,
    address,
  }));
  const at = now.toISOString();
  await sql`
    insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
    select ${clinic.id}::bigint, patient_id, appointment_id, channel, starts_at, address, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as planned (patient_id bigint, appointment_id bigint, channel text, starts_at timestamptz, address text)
    on conflict (clinic_id, appointment_id, channel, starts_at) do update
    set state = 'waiting', attempts = 0, address = excluded.address, next_at = excluded.next_at,
        created_at = excluded.created_at
    where reminders.state = 'dropped'`.execute(clinic.db);
}
