import { sql } from "kysely";
import { placeFor } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { practisingDoctors } from "#server/practitioners.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { dayProblem } from "#shared/formats/day-bounds.ts";
import { isSameInstant } from "#shared/formats/instants.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { lastDoctorOf } from "./appointment-rows.ts";
import { insertAppointment, openVisitsOn, updateAppointment } from "./book.ts";

/**
 * Applies an appointment typed in the record: moves the patient's next one, books one where there is none, or cancels
 * it.
 */
export async function typeAppointment(
  clinic: ClinicScope,
  patientId: number,
  typed: string | null,
  now: Date,
): Promise<void> {
  const next = await clinic.db
    .selectFrom("visits")
    .innerJoin("appointments", (join) =>
      join
        .onRef("appointments.clinicId", "=", "visits.clinicId")
        .onRef("appointments.visitId", "=", "visits.id"),
    )
    .innerJoin("places", (join) =>
      join
        .onRef("places.clinicId", "=", "appointments.clinicId")
        .onRef("places.id", "=", "appointments.placeId"),
    )
    .select(["appointments.id", "appointments.startsAt", "places.isActive"])
    .where("visits.clinicId", "=", clinic.id)
    .where("visits.patientId", "=", patientId)
    .where("visits.appointmentAt", ">=", manilaDayRange(manilaDay(now)).start.toISOString())
    .where("visits.state", "=", sql.lit("booked"))
    .orderBy("visits.appointmentAt")
    .limit(1)
    .executeTakeFirst();
  if (typed === null) {
    if (next) await updateAppointment(clinic, next.id, { state: "cancelled" }, now);
    return;
  }
  const day = manilaDay(new Date(typed));
  // The stored time is accepted as it is.
  if (dayProblem("appointment", day, { today: manilaDay(now) }) !== null) return;
  const startsAt = new Date(typed).toISOString();
  if (next && isSameInstant(next.startsAt, startsAt)) return;
  // A patient who is in the queue of that day, or booked for it, needs no appointment there.
  const open = await openVisitsOn(clinic, { patientId, day });
  if (open.some(({ appointmentId }) => appointmentId !== next?.id)) return;
  // The record has no field for the place: from a deactivated one it moves to the first.
  const placeId = next?.isActive === false ? await placeFor(clinic, undefined) : undefined;
  if (next) await updateAppointment(clinic, next.id, withoutUndefined({ startsAt, placeId }), now);
  else {
    // The record has no field for the doctor either.
    const practitionerId = await proposedDoctor(clinic, patientId);
    await insertAppointment(clinic, withoutUndefined({ patientId, startsAt, practitionerId }), now);
  }
}

/** Where several doctors practise, of whom the caller is none: who saw the patient last, else the first. */
async function proposedDoctor(clinic: ClinicScope, patientId: number): Promise<number | undefined> {
  const doctors = await practisingDoctors(clinic);
  if (doctors.length < 2 || doctors.some(({ userId }) => userId === clinic.userId)) return undefined;
  const { rows } = await sql<{ id: number | null }>`
    select ${lastDoctorOf(clinic, sql`${patientId}::bigint`)} as id`.execute(clinic.db);
  return (doctors.find(({ id }) => id === rows[0]?.id) ?? doctors[0])?.id;
}
