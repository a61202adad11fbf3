import { sql } from "kysely";
import { FREE_TIMES_WITHIN } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { listPlaces } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { freeSlots, type Slot, type Taken } from "#shared/calendar/free-slots.ts";
import { unseenEnds } from "#shared/clinical/visit-states.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { LONGEST } from "./appointment-rows.ts";
import { listDaysOff } from "./days-off.ts";

const most = { inAll: 12, ofDay: 3 };
/** Days per query, and the most queries. */
const daysOfRead = 14;
const mostReads = FREE_TIMES_WITHIN / daysOfRead;
const mostOfRead = 2000;

type Wanted = { from?: string | undefined; placeId?: number | undefined; minutes?: number | undefined };

/** The first free times from a day on, or from now. */
export async function listFreeTimes(clinic: ClinicScope, wanted: Wanted, now: Date): Promise<Slot[]> {
  const { from, placeId, minutes } = wanted;
  const asked = manilaDayRange(from ?? manilaDay(now)).start;
  const places = (await listPlaces(clinic)).filter(
    ({ id, isActive }) => isActive && (placeId === undefined || id === placeId),
  );
  let start = new Date(Math.max(asked.getTime(), now.getTime()));
  const daysOff = await listDaysOff(clinic, manilaDay(start));
  const found: Slot[] = [];
  for (let read = 0; read < mostReads && found.length < most.inAll && isEverOpen(places); read++) {
    const end = manilaDayRange(addDays(manilaDay(start), daysOfRead)).start;
    // The last times of the last day may run over midnight.
    const taken = await takenBetween(clinic, start, new Date(end.getTime() + LONGEST));
    const left = { ...most, inAll: most.inAll - found.length };
    found.push(...freeSlots(places, taken, daysOff, { from: start, days: daysOfRead, most: left, minutes }));
    start = end;
  }
  return found;
}

const isEverOpen = (places: readonly Place[]) => places.some(({ hours }) => hours.length > 0);

/** Includes appointments in progress at the start, also from the day before. */
const takenBetween = (clinic: ClinicScope, start: Date, end: Date): Promise<Taken[]> =>
  clinic.db
    .selectFrom("appointments")
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "appointments.clinicId")
        .onRef("visits.id", "=", "appointments.visitId"),
    )
    .select(["appointments.placeId", "appointments.startsAt", "appointments.minutes"])
    .where("appointments.clinicId", "=", clinic.id)
    .where("appointments.startsAt", ">", new Date(start.getTime() - LONGEST).toISOString())
    .where("appointments.startsAt", "<", end.toISOString())
    .where((db) => db(db.fn.coalesce("visits.state", "appointments.state"), "not in", unseenEnds))
    .orderBy("appointments.startsAt")
    .orderBy("appointments.id")
    .limit(sql.lit(mostOfRead))
    .execute();
