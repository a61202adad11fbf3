import { sql } from "kysely";
import type { Appointment } from "#features/appointments/contract.ts";
import { requirePatient } from "#features/patients/server/require-patient.ts";
import type { Place } from "#features/places/contract.ts";
import { listPlaces } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { closedBecause, type DayOff } from "#shared/calendar/closed-days.ts";
import { type Interval, openOn } from "#shared/calendar/hours.ts";
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
  // In one round trip.
  const [rows, schedule] = await Promise.all([rowsBetween(clinic, range), scheduleOf(clinic, range.from)]);
  return asAppointments(rows, rows, schedule);
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

async function scheduleOf(clinic: ClinicScope, from: string): Promise<Schedule> {
  const [places, daysOff] = await Promise.all([listPlaces(clinic), listDaysOff(clinic, from)]);
  return { places: new Map(places.map((place) => [place.id, place])), daysOff };
}

/** `around`: what may meet them, by its start. */
function asAppointments(
  rows: readonly Row[],
  around: readonly Row[],
  { places, daysOff }: Schedule,
): Appointment[] {
  const others = around.map(timed);
  const overlaps = overlapsOf(others);
  const placeDays = new Map<string, PlaceDay>();
  return (rows === around ? others : rows.map(timed)).map(({ row, start }) => {
    const at = new Date(start);
    const day = manilaDay(at);
    const key = `${row.placeId} ${day}`;
    const placeDay = placeDays.get(key) ?? {
      closed: closedBecause(day, row.placeId, daysOff),
      open: openOn(places.get(row.placeId)?.hours ?? [], day),
    };
    placeDays.set(key, placeDay);
    const age = row.birthday ? (ageAt(row.birthday, day)?.years ?? row.age) : row.age;
    const closed = closedAt(placeDay, manilaMinute(at), row.minutes);
    return { ...row, age, overlaps: overlaps.get(row.id) ?? 0, closed } as Appointment;
  });
}

type Timed = { row: Row; start: number; end: number };

function timed(row: Row): Timed {
  const start = Date.parse(row.startsAt);
  return { row, start, end: start + row.minutes * 60_000 };
}

/** With how many others at their place they meet, where there are any. */
function overlapsOf(around: readonly Timed[]): Map<number, number> {
  const overlaps = new Map<number, number>();
  const add = (id: number, count: number) => overlaps.set(id, (overlaps.get(id) ?? 0) + count);
  const running = new Map<number, Timed[]>();
  for (const next of around) {
    if (isTakenOff(next.row)) continue;
    const others = running.get(next.row.placeId)?.filter(({ end }) => next.start < end) ?? [];
    for (const { row } of others) add(row.id, 1);
    if (others.length > 0) add(next.row.id, others.length);
    others.push(next);
    running.set(next.row.placeId, others);
  }
  return overlaps;
}

/** Why a place is closed all day, or when it is open. */
type PlaceDay = { closed: string | null; open: readonly Interval[] };

function closedAt({ closed, open }: PlaceDay, from: number, minutes: number): string | null {
  if (closed !== null) return closed;
  return open.some((hours) => hours.from <= from && from + minutes <= hours.to)
    ? null
    : "Outside clinic hours";
}
