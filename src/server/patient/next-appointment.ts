import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";

/**
 * The record's appointment is the patient's next one. A new one puts the patient on the list of its day, unless
 * today's visit is done and the appointment is for another day. The time of the last completion stays, so that the
 * record can be completed again if nothing comes of it.
 */
export async function setNextAppointment(clinic: ClinicScope, patientId: number, now: Date): Promise<void> {
  const { start, end } = manilaDayRange(manilaDay(now));
  const from = start.toISOString();
  const to = end.toISOString();
  const appointed = await clinic.db
    .selectFrom("visits")
    .select(["appointmentAt", "isOpen"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("appointmentAt", ">=", from)
    .where((either) => either.or([either("isOpen", "=", sql.lit(true)), either("state", "=", "done")]))
    .orderBy("appointmentAt")
    .execute();
  const at = appointed.find(({ isOpen }) => isOpen)?.appointmentAt ?? null;
  const done = appointed.filter(({ isOpen }) => !isOpen).map(({ appointmentAt }) => appointmentAt);
  const isNew = sql<boolean>`appointment_time is distinct from ${at}::timestamptz`;
  const becomesPending = sql<boolean>`${isNew} and ${at}::timestamptz is not null
    and (${at}::timestamptz < ${to}::timestamptz or consultation_completed_at is null or consultation_completed_at < ${from}::timestamptz)`;
  await clinic.db
    .updateTable("patients")
    .set({
      // A past one stays until there is another.
      appointmentTime: sql<
        string | null
      >`case when ${at}::timestamptz is null and (appointment_time < ${from}::timestamptz
          or appointment_time = any (${done}::timestamptz[]))
        then appointment_time else ${at}::timestamptz end`,
      consultationStatus: sql<string>`case when ${becomesPending} then 'pending' else consultation_status end`,
      updatedAt: now.toISOString(),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .execute();
}
