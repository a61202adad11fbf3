import { sql } from "kysely";
import type { Appointment } from "#features/appointments/contract.ts";
import { requirePatient } from "#features/patients/server/require-patient.ts";
import type { Place } from "#features/places/contract.ts";
import { listPlaces } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { closedBecause, type DayOff } from "#shared/calendar/closed-days.ts";
import { openOn } from "#shared/calendar/hours.ts";
import { ageAt } from "#shared/clinical/age.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay, manilaDayRange, manilaMinute } from "#shared/formats/dates.ts";
import { listDaysOff } from "./days-off.ts";

/** Appointments of one answer. */
const mostListed = 2000;
const mostOfPatient = 50;

const selectAppointments = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("appointments")
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "appointments.clinicId")
        .onRef("visits.id", "=", "appointments.visitId"),
    )
    .leftJoin("patients", (join) =>
      join
        .onRef("patients.clinicId", "=", "appointments.clinicId")
        .onRef("patients.id", "=", "appointments.patientId"),
    )
    .where("appointments.clinicId", "=", clinic.id)
    .select([
      "appointments.id",
      "appointments.clinicId",
      "appointments.placeId",
      "appointments.patientId",
      "appointments.visitId",
      "appointments.startsAt",
      "appointments.minutes",
      "appointments.reason",
      "appointments.note",
      sql<string>`coalesce(patients.patient_name, appointments.person_name)`.as("personName"),
      sql<string | null>`coalesce(patients.contact_number, appointments.contact_number)`.as("contactNumber"),
      sql<string>`coalesce(visits.state, appointments.state)`.as("state"),
      "visits.number",
      "patients.birthday",
      "patients.age",
      "patients.sex",
      "patients.admissionNo",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectAppointments>["executeTakeFirstOrThrow"]>>;

export const isTakenOff = ({ state }: { state: string }): boolean =>
  state === "cancelled" || state === "no_show";

type Range = { from: string; to: string; placeId?: number | undefined };

/** Of Manila days, the last included, by their start. */
async function rowsBetween(clinic: ClinicScope, { from, to, placeId }: Range): Promise<Row[]> {
  let query = selectAppointments(clinic)
    .where("appointments.startsAt", ">=", manilaDayRange(from).start.toISOString())
    .where("appointments.startsAt", "<", manilaDayRange(to).end.toISOString())
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .limit(sql.lit(mostListed));
  if (placeId !== undefined) query = query.where("appointments.placeId", "=", placeId);
  return query.execute();
}

/** Of Manila days, the last included, with what else is at their time. */
export async function listBetween(clinic: ClinicScope, range: Range): Promise<Appointment[]> {
  const rows = await rowsBetween(clinic, range);
  return asAppointments(rows, rows, await scheduleOf(clinic, range.from));
}

/** A patient's, the latest first: 50, or with `limit` undefined all. */
export async function listOfPatient(
  clinic: ClinicScope,
  patientId: number,
  { limit }: { limit: number | undefined } = { limit: mostOfPatient },
): Promise<Appointment[]> {
  let query = selectAppointments(clinic)
    .where("appointments.patientId", "=", patientId)
    .orderBy("appointments.startsAt", "desc");
  if (limit !== undefined) query = query.limit(sql.lit(limit));
  const rows = await query.execute();
  const [last] = rows.slice(-1);
  if (!last) {
    await requirePatient(clinic, patientId);
    return [];
  }
  return asAppointments(rows, [], await scheduleOf(clinic, manilaDay(new Date(last.startsAt))));
}

export async function findAppointment(clinic: ClinicScope, id: number): Promise<Appointment> {
  const row = await selectAppointments(clinic).where("appointments.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Appointment");
  const day = manilaDay(new Date(row.startsAt));
  const around = await rowsBetween(clinic, { from: day, to: day, placeId: row.placeId });
  const [found] = asAppointments([row], around, await scheduleOf(clinic, day));
  return found as Appointment;
}

type Schedule = { places: Map<number, Place>; daysOff: readonly DayOff[] };

const scheduleOf = async (clinic: ClinicScope, from: string): Promise<Schedule> => ({
  places: new Map((await listPlaces(clinic)).map((place) => [place.id, place])),
  daysOff: await listDaysOff(clinic, from),
});

/** `around`: what may meet them. */
function asAppointments(rows: readonly Row[], around: readonly Row[], schedule: Schedule): Appointment[] {
  const others = around.filter((row) => !isTakenOff(row)).map((row) => ({ row, ...timesOf(row) }));
  return rows.map((row) => {
    const { start, end } = timesOf(row);
    const overlaps = isTakenOff(row)
      ? 0
      : others.filter(
          (other) =>
            other.row.id !== row.id &&
            other.row.placeId === row.placeId &&
            other.start < end &&
            start < other.end,
        ).length;
    const day = manilaDay(new Date(start));
    const age = row.birthday ? (ageAt(row.birthday, day)?.years ?? row.age) : row.age;
    return { ...row, age, overlaps, closed: closedAt(row, schedule) } as Appointment;
  });
}

function timesOf({ startsAt, minutes }: Pick<Row, "startsAt" | "minutes">) {
  const start = Date.parse(startsAt);
  return { start, end: start + minutes * 60_000 };
}

function closedAt({ placeId, startsAt, minutes }: Row, { places, daysOff }: Schedule): string | null {
  const start = new Date(startsAt);
  const day = manilaDay(start);
  const reason = closedBecause(day, placeId, daysOff);
  if (reason !== null) return reason;
  const from = manilaMinute(start);
  const open = openOn(places.get(placeId)?.hours ?? [], day);
  return open.some((hours) => hours.from <= from && from + minutes <= hours.to)
    ? null
    : "Outside clinic hours";
}
