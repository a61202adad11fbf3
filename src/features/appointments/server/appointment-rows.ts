import { type RawBuilder, sql } from "kysely";
import { type Appointment, MOST_MINUTES, type PatientAppointment } from "#features/appointments/contract.ts";
import { areSeveral, type PlaceOfDoctors, placeOf, placesOfDoctors } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { listDaysOff } from "#server/days-off.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { isInError } from "#server/patient/entries-in-error.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { closedBecause, closedThen, type DayOff, openFrom } from "#shared/calendar/closed-days.ts";
import type { Taken } from "#shared/calendar/free-slots.ts";
import type { Interval } from "#shared/calendar/hours.ts";
import { noLongerUsed } from "#shared/calendar/no-longer-used.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { unseenEnds, type VisitState } from "#shared/clinical/visit-states.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay, manilaDayRange, manilaMinute } from "#shared/formats/dates.ts";
import { overlapsOf, type Timed } from "./overlaps.ts";

/** The limit of one response. */
const mostListed = 2000;
const mostOfPatient = 50;
/** Milliseconds. An appointment that overlaps a time may have started this much earlier. */
export const LONGEST = MOST_MINUTES * 60_000;

/** Appointments with the visits of registered patients. */
export const appointmentsOf = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("appointments")
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "appointments.clinicId")
        .onRef("visits.id", "=", "appointments.visitId"),
    )
    .where("appointments.clinicId", "=", clinic.id);

/** Of a patient the visit's, of others its own. */
export const currentState = sql<VisitState>`coalesce(visits.state, appointments.state)`;

const selectAppointments = (clinic: ClinicScope) =>
  appointmentsOf(clinic)
    .leftJoin("patients", (join) =>
      join
        .onRef("patients.clinicId", "=", "appointments.clinicId")
        .onRef("patients.id", "=", "appointments.patientId"),
    )
    .select([
      "appointments.id",
      "appointments.clinicId",
      "appointments.placeId",
      "appointments.practitionerId",
      "appointments.patientId",
      "appointments.visitId",
      "appointments.startsAt",
      "appointments.minutes",
      "appointments.reason",
      "appointments.note",
      sql<string>`coalesce(patients.patient_name, appointments.person_name)`.as("personName"),
      sql<string | null>`coalesce(patients.contact_number, appointments.contact_number)`.as("contactNumber"),
      currentState.as("state"),
      "visits.number",
      "patients.birthday",
      ageTold(),
      "patients.sex",
      "patients.admissionNo",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectAppointments>["executeTakeFirstOrThrow"]>>;

type Range = {
  from: string;
  to: string;
  placeId?: number | undefined;
  practitionerId?: number | undefined;
};
type Span = { start: Date; end: Date };

/** A condition: the appointment overlaps the span. */
const meets = ({ start, end }: Span) =>
  sql<boolean>`appointments.starts_at > ${new Date(start.getTime() - LONGEST).toISOString()}::timestamptz
    and appointments.starts_at < ${end.toISOString()}::timestamptz
    and appointments.starts_at + appointments.minutes * interval '1 minute' > ${start.toISOString()}::timestamptz`;

/** Appointments that overlap the span, by start. */
const rowsMeeting = (clinic: ClinicScope, span: Span): Promise<Row[]> =>
  selectAppointments(clinic)
    .where(meets(span))
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .limit(sql.lit(mostListed))
    .execute();

type TakenSeat = Taken & { placeId: number; practitionerId: number };

/** The times of appointments that may overlap the span, by start, without those whose time is free again. */
export const takenBetween = (clinic: ClinicScope, { start, end }: Span): Promise<TakenSeat[]> =>
  appointmentsOf(clinic)
    .select([
      "appointments.startsAt",
      "appointments.minutes",
      "appointments.placeId",
      "appointments.practitionerId",
    ])
    .where(meets({ start, end }))
    .where(currentState, "not in", unseenEnds)
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .limit(sql.lit(mostListed))
    .execute();

/** The doctor's first appointment at another place than this within the span. */
export const takenElsewhere = (
  clinic: ClinicScope,
  { placeId, practitionerId }: { placeId: number; practitionerId: number | undefined },
  span: Span,
  except: number | null,
) =>
  appointmentsOf(clinic)
    .innerJoin("places", (join) =>
      join
        .onRef("places.clinicId", "=", "appointments.clinicId")
        .onRef("places.id", "=", "appointments.placeId"),
    )
    .select(["appointments.startsAt", "appointments.minutes", "places.name as placeName"])
    .where(meets(span))
    .where("appointments.placeId", "<>", placeId)
    .where("places.kind", "=", "place")
    .$if(practitionerId !== undefined, (query) =>
      query.where("appointments.practitionerId", "=", practitionerId as number),
    )
    .where(currentState, "not in", unseenEnds)
    .where(sql<boolean>`appointments.id is distinct from ${except}::bigint`)
    .orderBy("appointments.startsAt")
    .limit(sql.lit(1))
    .executeTakeFirst();

/** Who wrote the patient's latest consultation, else who last had a visit of the patient: an expression of a query. */
export const lastDoctorOf = ({ id }: ClinicScope, patientId: RawBuilder<unknown>) => sql<
  number | null
>`coalesce(
  (select l.practitioner_id from consultations l
   where l.clinic_id = ${id} and l.patient_id = ${patientId} and not ${isInError("l")}
   order by l.created_at desc limit 1),
  (select o.practitioner_id from visits o
   where o.clinic_id = ${id} and o.patient_id = ${patientId} order by o.day desc, o.id desc limit 1))`;

/** Appointments of Manila days (inclusive) by start, with their overlaps: some run over midnight. */
export async function listBetween(
  clinic: ClinicScope,
  { from, to, placeId, practitionerId }: Range,
): Promise<Appointment[]> {
  const { start } = manilaDayRange(from);
  const { end } = manilaDayRange(to);
  const until = new Date(end.getTime() + LONGEST);
  // In one round trip.
  const [found, schedule] = await Promise.all([
    rowsMeeting(clinic, { start, end: until }),
    scheduleOf(clinic, from),
  ]);
  const around = found.map(timed);
  const ofDays = around.filter(
    (each) =>
      start.getTime() <= each.start &&
      each.start < end.getTime() &&
      (placeId === undefined || each.row.placeId === placeId) &&
      (practitionerId === undefined || each.row.practitionerId === practitionerId),
  );
  return withOverlaps(ofDays, around, schedule);
}

/** A patient's, the latest first: 50, or all with an undefined `limit`. */
export async function listOfPatient(
  clinic: ClinicScope,
  patientId: number,
  { limit }: { limit: number | undefined } = { limit: mostOfPatient },
): Promise<PatientAppointment[]> {
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
  return asAppointments(rows.map(timed), await scheduleOf(clinic, manilaDay(new Date(last.startsAt))));
}

const mostBooked = 500;

/** Who is booked with a doctor on days, by start. */
export async function bookedWith(
  clinic: ClinicScope,
  practitionerId: number,
  { from, to }: { from: string; to?: string | undefined },
): Promise<PatientAppointment[]> {
  let query = selectAppointments(clinic)
    .where("appointments.practitionerId", "=", practitionerId)
    .where("appointments.startsAt", ">=", manilaDayRange(from).start.toISOString())
    .where(currentState, "=", "booked")
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .limit(sql.lit(mostBooked));
  if (to) query = query.where("appointments.startsAt", "<", manilaDayRange(to).end.toISOString());
  const [rows, schedule] = await Promise.all([query.execute(), scheduleOf(clinic, from)]);
  return asAppointments(rows.map(timed), schedule);
}

/** Why a doctor cannot take an appointment of another at its place and time; null if nothing is in the way. */
export async function whyNotFree(
  clinic: ClinicScope,
  { placeId, startsAt, minutes }: Pick<Appointment, "placeId" | "startsAt" | "minutes">,
  practitionerId: number,
): Promise<string | null> {
  const start = new Date(startsAt);
  const day = manilaDay(start);
  const [taken, { places, daysOff, isOfSeveral }] = await Promise.all([
    takenBetween(clinic, { start, end: new Date(start.getTime() + minutes * 60_000) }),
    scheduleOf(clinic, day),
  ]);
  const place = places.get(placeId);
  if (!place) return "The place is no longer used.";
  // A room or machine is booked beside its doctor.
  if (place.kind !== undefined) return null;
  const closed = closedThen(
    placeOf(place, practitionerId, isOfSeveral),
    day,
    { from: manilaMinute(start), to: manilaMinute(start) + minutes },
    daysOff,
  );
  if (closed !== null) return closed;
  const isBusy = taken.some(
    (each) => each.practitionerId === practitionerId && places.get(each.placeId)?.kind === undefined,
  );
  return isBusy ? "The doctor is booked then." : null;
}

export async function findAppointment(clinic: ClinicScope, id: number): Promise<Appointment> {
  const row = await selectAppointments(clinic)
    .where("appointments.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Appointment"));
  const own = timed(row);
  const start = new Date(own.start);
  const around = await rowsMeeting(clinic, { start, end: new Date(own.end) });
  const [found] = withOverlaps([own], around.map(timed), await scheduleOf(clinic, manilaDay(start)));
  return found as Appointment;
}

type Schedule = { places: Map<number, PlaceOfDoctors>; daysOff: readonly DayOff[]; isOfSeveral: boolean };

async function scheduleOf(clinic: ClinicScope, from: string): Promise<Schedule> {
  const [places, daysOff] = await Promise.all([placesOfDoctors(clinic, from), listDaysOff(clinic, from)]);
  return {
    places: new Map(places.map((place) => [place.id, place])),
    daysOff,
    isOfSeveral: areSeveral(places),
  };
}

type TimedRow = Timed & { row: Row };

function timed(row: Row): TimedRow {
  const start = Date.parse(row.startsAt);
  return { row, start, end: start + row.minutes * 60_000 };
}

/** With the overlapping ones; `around` is sorted by start. */
function withOverlaps(
  rows: readonly TimedRow[],
  around: readonly TimedRow[],
  schedule: Schedule,
): Appointment[] {
  const overlaps = overlapsIn(around, schedule);
  return asAppointments(rows, schedule).map((each) =>
    Object.assign(each, { overlaps: overlaps.get(each.id) ?? 0 }),
  );
}

/** Two doctors at one time are no overlap, nor is a room or machine with a doctor. */
function overlapsIn(around: readonly TimedRow[], { places }: Schedule): Map<number, number> {
  const ofWhom = Map.groupBy(around, ({ row }) =>
    places.get(row.placeId)?.kind === undefined ? `doctor ${row.practitionerId}` : `place ${row.placeId}`,
  );
  return new Map([...ofWhom.values()].flatMap((each) => [...overlapsOf(each)]));
}

function asAppointments(
  rows: readonly TimedRow[],
  { places, daysOff, isOfSeveral }: Schedule,
): PatientAppointment[] {
  const placeDays = new Map<string, PlaceDay>();
  return rows.map(({ row, start }) => {
    const at = new Date(start);
    const day = manilaDay(at);
    const { ageTold: told, practitionerId, ...shown } = row;
    const key = `${row.placeId} ${practitionerId} ${day}`;
    const place = places.get(row.placeId);
    const placeDay = placeDays.get(key) ?? {
      closed:
        (place && noLongerUsed(place)) ??
        closedBecause(day, { placeId: row.placeId, practitionerId }, daysOff),
      open: place ? openFrom(placeOf(place, practitionerId, isOfSeveral), day, daysOff) : [],
    };
    placeDays.set(key, placeDay);
    const age = yearsAt({ birthday: row.birthday, ageTold: told }, day);
    const closed = closedAt(placeDay, manilaMinute(at), row.minutes);
    return { ...shown, ...(isOfSeveral && { practitionerId }), age, closed } as PatientAppointment;
  });
}

/** Why a place is closed all day, or its hours. */
type PlaceDay = { closed: string | null; open: readonly Interval[] };

function closedAt({ closed, open }: PlaceDay, from: number, minutes: number): string | null {
  if (closed !== null) return closed;
  return open.some((hours) => hours.from <= from && from + minutes <= hours.to)
    ? null
    : "Outside clinic hours";
}
