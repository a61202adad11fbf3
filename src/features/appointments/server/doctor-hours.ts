import { sql } from "kysely";
import type * as z from "zod/mini";
import type {
  addExtraHours,
  DoctorHours,
  ExtraHours,
  setDoctorHours,
} from "#features/appointments/hours-contract.ts";
import {
  lockPlace,
  type PlaceOfDoctors,
  placeFor,
  placesOfDoctors,
  storeHours,
} from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { listDaysOff } from "#server/days-off.ts";
import { type PractisingDoctor, practisingDoctors } from "#server/practitioners.ts";
import { requireDay } from "#server/require-day.ts";
import { closedBecause } from "#shared/calendar/closed-days.ts";
import { clockInWords, clockOf, type OpenHours, weekdayNames, withWeekdays } from "#shared/calendar/hours.ts";
import { unseenEnds } from "#shared/clinical/visit-states.ts";
import { Failure, forbidden, invalidField, notFound } from "#shared/errors.ts";
import {
  formatClock,
  formatDay,
  formatWeekday,
  manilaDay,
  manilaMinute,
  weekdayOf,
} from "#shared/formats/dates.ts";
import type { Role } from "#shared/permissions.ts";
import { appointmentsOf, currentState } from "./appointment-rows.ts";

/** Of all doctors together, that are not over. */
const mostExtra = 500;

type Caller = { role: Role };
type Draft = z.output<(typeof setDoctorHours)["body"]>;
type ExtraDraft = z.output<(typeof addExtraHours)["body"]>;

export async function listDoctorHours(clinic: ClinicScope, from: string): Promise<DoctorHours[]> {
  const [doctors, places, extra] = await Promise.all([
    practisingDoctors(clinic),
    placesOfDoctors(clinic, from),
    selectExtra(clinic).where("day", ">=", from).orderBy("day").orderBy("opens").execute(),
  ]);
  return doctors.map(({ id }) => ({
    practitionerId: id,
    places: places.flatMap((place) => {
      const hours = weeklyAt(place, id);
      return place.isActive && hours.length > 0 ? [{ placeId: place.id, hours }] : [];
    }),
    extra: extra.flatMap(({ practitionerId, ...row }) => (practitionerId === id ? [row] : [])),
  }));
}

const selectExtra = ({ db, id }: ClinicScope) =>
  db
    .selectFrom("extraHours")
    .select(["id", "practitionerId", "placeId", "day", "opens as from", "closes as to"])
    .where("clinicId", "=", id)
    .limit(sql.lit(mostExtra));

const hoursAt = (place: PlaceOfDoctors, practitionerId: number): OpenHours[] =>
  place.doctors.find((each) => each.practitionerId === practitionerId)?.hours ?? [];

const weeklyAt = (place: PlaceOfDoctors, practitionerId: number) =>
  hoursAt(place, practitionerId).filter(({ day }) => day === undefined);

export function updateDoctorHours(
  clinic: ClinicScope,
  id: number,
  { placeId: chosen, hours, weekdays }: Draft,
  { role, now }: Caller & { now: Date },
): Promise<DoctorHours> {
  return clinic.transaction(async (joined) => {
    const doctor = await doctorToChange(joined, id, role);
    const { places, place } = await lockSeats(joined, chosen, now);
    const placeId = place.id;
    const before = weeklyAt(place, id);
    const week = weekdays ? withWeekdays(before, { hours, weekdays }) : hours;
    const sent = hours.map((each, index) => ({ ...each, field: `hours.${index}.from` }));
    const set = weekdays ? sent.filter(({ weekday }) => weekdays.includes(weekday)) : sent;
    await requireOnePlace(joined, { doctor, place, places, set }, now);
    await storeHours(joined, { placeId, practitionerId: id, week }, now);
    const all = await listDoctorHours(joined, manilaDay(now));
    const own = all.find(({ practitionerId }) => practitionerId === id);
    if (!own) throw notFound("Doctor");
    return own;
  });
}

export function insertExtraHours(
  clinic: ClinicScope,
  id: number,
  { placeId: chosen, day, from, to }: ExtraDraft,
  { role, now }: Caller & { now: Date },
): Promise<ExtraHours> {
  requireDay("dayOff", day, "day", { today: manilaDay(now) });
  return clinic.transaction(async (joined) => {
    const doctor = await doctorToChange(joined, id, role);
    const { places, place } = await lockSeats(joined, chosen, now);
    const placeId = place.id;
    const closed = closedBecause(day, { placeId, practitionerId: id }, await listDaysOff(joined, day));
    if (closed !== null) throw invalidField("day", `${place.name} is closed then: ${closed}.`);
    const set = [{ weekday: weekdayOf(day), day, from, to, field: "from" }];
    await requireOnePlace(joined, { doctor, place, places, set }, now);
    const known = await selectExtra(joined).where("day", ">=", manilaDay(now)).execute();
    if (known.length >= mostExtra)
      throw new Failure("unusable", "There are too many extra hours. Remove some first.");
    const row = await joined.db
      .insertInto("extraHours")
      .values({
        clinicId: joined.id,
        practitionerId: id,
        placeId,
        day,
        opens: from,
        closes: to,
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id: row.id, placeId, day, from, to };
  });
}

export function removeExtraHours(
  clinic: ClinicScope,
  { id, hoursId }: { id: number; hoursId: number },
  { role }: Caller,
): Promise<{ id: number }> {
  return clinic.transaction(async (joined) => {
    await doctorToChange(joined, id, role);
    return joined.db
      .deleteFrom("extraHours")
      .where("clinicId", "=", joined.id)
      .where("practitionerId", "=", id)
      .where("id", "=", hoursId)
      .returning("id")
      .executeTakeFirstOrThrow(() => notFound("Extra hours"));
  });
}

/** A doctor changes the own hours; the owner and the front desk those of every doctor who practises. */
async function doctorToChange(clinic: ClinicScope, id: number, role: Role): Promise<PractisingDoctor> {
  const doctor = (await practisingDoctors(clinic)).find((each) => each.id === id);
  if (!doctor) throw notFound("Doctor");
  if (role === "doctor" && doctor.userId !== clinic.userId) throw forbidden();
  return doctor;
}

/** Bookings and hours wait for each other: both ask where a doctor is. */
async function lockSeats(clinic: ClinicScope, chosen: number | undefined, now: Date) {
  await lockInTransaction(clinic, "appointments");
  const id = await placeFor(clinic, chosen);
  await lockPlace(clinic, id);
  const places = await placesOfDoctors(clinic, manilaDay(now));
  const place = places.find((each) => each.id === id && each.kind === undefined);
  if (!place) throw invalidField("placeId", "Choose an active place of your clinic");
  return { places, place };
}

type SetHours = OpenHours & { field: string };
type Wanted = {
  doctor: PractisingDoctor;
  place: PlaceOfDoctors;
  places: readonly PlaceOfDoctors[];
  set: readonly SetHours[];
};

const clockIn = (at: Date) => clockOf(manilaMinute(at));

const meet = (one: Pick<OpenHours, "from" | "to">, other: Pick<OpenHours, "from" | "to">) =>
  one.from < other.to && other.from < one.to;

/** On some day: weekly hours meet those of a date on their weekday. */
const areOnOneDay = (one: OpenHours, other: OpenHours) =>
  one.day !== undefined && other.day !== undefined ? one.day === other.day : one.weekday === other.weekday;

/** The doctor neither has hours nor is booked at another place then. */
async function requireOnePlace(clinic: ClinicScope, wanted: Wanted, now: Date): Promise<void> {
  const { doctor, place, places, set } = wanted;
  const refuse = ({ field }: SetHours, message: string): never => {
    throw new Failure("taken", message, { fields: { [field]: message } });
  };
  for (const other of places)
    if (other.id !== place.id && other.isActive)
      for (const there of hoursAt(other, doctor.id)) {
        const clash = set.find((each) => areOnOneDay(each, there) && meet(each, there));
        if (clash)
          refuse(
            clash,
            `${doctor.name} is at ${other.name} on ${dayInWords(there, clash)}, ${clockInWords(there.from)} to ${clockInWords(there.to)}. Change those hours first.`,
          );
      }
  if (set.length === 0) return;
  const booked = await appointmentsOf(clinic)
    .innerJoin("places", (join) =>
      join
        .onRef("places.clinicId", "=", "appointments.clinicId")
        .onRef("places.id", "=", "appointments.placeId"),
    )
    .select([
      "appointments.startsAt",
      "places.name",
      sql<string>`appointments.starts_at + appointments.minutes * interval '1 minute'`.as("endsAt"),
    ])
    .where("appointments.startsAt", ">=", now.toISOString())
    .where("appointments.practitionerId", "=", doctor.id)
    .where("appointments.placeId", "<>", place.id)
    .where("places.kind", "=", "place")
    .where(currentState, "not in", unseenEnds)
    .orderBy("appointments.startsAt")
    .execute();
  for (const { startsAt, endsAt, name } of booked) {
    const at = new Date(startsAt);
    const day = manilaDay(at);
    const end = new Date(endsAt);
    const time = { from: clockIn(at), to: manilaDay(end) === day ? clockIn(end) : "24:00" };
    const clash = set.find(
      (each) => areOnOneDay(each, { weekday: weekdayOf(day), day, ...time }) && meet(each, time),
    );
    if (clash)
      refuse(
        clash,
        `${doctor.name} is booked at ${name} on ${formatWeekday(day)}, ${formatDay(day)}, ${formatClock(at)}. Move that appointment first.`,
      );
  }
}

const dayInWords = (...hours: readonly OpenHours[]): string => {
  const [first] = hours;
  const day = hours.find((each) => each.day !== undefined)?.day;
  return day === undefined ? (weekdayNames[(first?.weekday ?? 1) - 1] ?? "") : formatDay(day);
};
