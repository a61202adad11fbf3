import { sql } from "kysely";
import type { PatientReminders, Reminder, ReminderConsent } from "#features/reminders/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { reminderAddress } from "#server/reminders/reminder-channels.ts";
import { notFound } from "#shared/errors.ts";
import type { ReminderChannel } from "#shared/reminder-channels.ts";

const mostListed = 50;

/** For the channels that this server has. */
export async function readReminders(
  clinic: ClinicScope,
  patientId: number,
  channels: readonly ReminderChannel[],
): Promise<PatientReminders> {
  const patient = await selectPatient(clinic, patientId)
    .select(["email", "contactNumber"])
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  const latest = await clinic.db
    .selectFrom("reminderConsents")
    .distinctOn("reminderConsents.channel")
    .where("reminderConsents.clinicId", "=", clinic.id)
    .where("reminderConsents.patientId", "=", patientId)
    .orderBy("reminderConsents.channel")
    .orderBy("reminderConsents.id", "desc")
    .select([
      "reminderConsents.channel",
      "reminderConsents.isGiven",
      "reminderConsents.createdAt",
      nameOfUser(clinic, "reminderConsents.createdById").as("notedBy"),
    ])
    .execute();
  const consents = channels.map((channel): ReminderConsent => {
    const noted = latest.find((row) => row.channel === channel);
    return {
      channel,
      address: reminderAddress(channel, patient),
      isGiven: noted?.isGiven ?? false,
      since: noted?.createdAt ?? null,
      notedBy: noted?.notedBy ?? null,
    };
  });
  const reminders = await clinic.db
    .selectFrom("reminders")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .orderBy("id", "desc")
    .limit(sql.lit(mostListed))
    .select(["id", "appointmentId", "channel", "state", "sentAt", "problem"])
    .execute();
  return { consents, reminders: reminders as Reminder[] };
}

/** Each change is a new row; one that repeats the current state is not written. */
export async function noteConsent(
  clinic: ClinicScope,
  patientId: number,
  noted: { channel: ReminderChannel; isGiven: boolean },
  now: Date,
): Promise<{ channel: ReminderChannel; isGiven: boolean }> {
  return clinic.transaction(async (joined) => {
    await requirePatient(joined, patientId);
    const { rows } = await sql<{ isGiven: boolean }>`
      select consents_to_reminders(${joined.id}, ${patientId}, ${noted.channel}) as is_given`.execute(
      joined.db,
    );
    if (rows[0]?.isGiven !== noted.isGiven)
      await joined.db
        .insertInto("reminderConsents")
        .values({
          ...noted,
          clinicId: joined.id,
          patientId,
          createdById: joined.userId,
          createdAt: now.toISOString(),
        })
        .execute();
    return noted;
  });
}
