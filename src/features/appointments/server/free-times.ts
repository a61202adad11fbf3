import { FREE_TIMES_WITHIN } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { areSeveral, type PlaceOfDoctors, placeOf, placesOfDoctors } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { listDaysOff } from "#server/days-off.ts";
import { practisingDoctors } from "#server/practitioners.ts";
import { freeSlots, type Slot } from "#shared/calendar/free-slots.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { LONGEST, takenBetween } from "./appointment-rows.ts";

const most = { inAll: 12, ofDay: 3 };
/** Days per query, and the most queries. */
const daysOfRead = 14;
const mostReads = FREE_TIMES_WITHIN / daysOfRead;

type Wanted = {
  from?: string | undefined;
  placeId?: number | undefined;
  practitionerId?: number | undefined;
  minutes?: number | undefined;
};

/** The first free times from a day on, or from now. */
export async function listFreeTimes(clinic: ClinicScope, wanted: Wanted, now: Date): Promise<Slot[]> {
  const { from, minutes } = wanted;
  const firstDay = manilaDayRange(from ?? manilaDay(now)).start;
  let start = new Date(Math.max(firstDay.getTime(), now.getTime()));
  const groups = await seatsOf(clinic, await placesOfDoctors(clinic, manilaDay(start)), wanted);
  const daysOff = await listDaysOff(clinic, manilaDay(start));
  const found: Slot[] = [];
  for (let read = 0; read < mostReads && found.length < most.inAll && isEverOpen(groups); read++) {
    const end = manilaDayRange(addDays(manilaDay(start), daysOfRead)).start;
    // The last times of the last day may run over midnight.
    const taken = await takenBetween(clinic, { start, end: new Date(end.getTime() + LONGEST) });
    const left = { ...most, inAll: most.inAll - found.length };
    const ofGroups = groups.flatMap(({ seats, isTaken }) =>
      freeSlots(seats, taken.filter(isTaken), daysOff, {
        from: start,
        days: daysOfRead,
        most: left,
        minutes,
      }),
    );
    if (groups.length > 1) ofGroups.sort((one, other) => one.startsAt.localeCompare(other.startsAt));
    found.push(...ofGroups.slice(0, left.inAll));
    start = end;
  }
  return found;
}

/** Places that are free together: those of one doctor, or one room or machine. */
type Seats = {
  seats: (Place & { practitionerId?: number })[];
  isTaken: (taken: { placeId: number; practitionerId: number }) => boolean;
};

/** A room or machine is offered only when it is asked for. */
async function seatsOf(
  clinic: ClinicScope,
  all: readonly PlaceOfDoctors[],
  { placeId, practitionerId }: Wanted,
): Promise<Seats[]> {
  const places = all.filter(({ id, isActive }) => isActive && (placeId === undefined || id === placeId));
  const [named] = places;
  if (placeId !== undefined && named?.kind !== undefined)
    return [{ seats: [named], isTaken: (taken) => taken.placeId === named.id }];
  const ofDoctors = places.filter(({ kind }) => kind === undefined);
  const rooms = new Set(all.filter(({ kind }) => kind !== undefined).map(({ id }) => id));
  if (!areSeveral(ofDoctors))
    return [{ seats: [...ofDoctors], isTaken: (taken) => !rooms.has(taken.placeId) }];
  const doctors = await practisingDoctors(clinic);
  const own = practitionerId ?? doctors.find(({ userId }) => userId === clinic.userId)?.id;
  return doctors
    .filter(({ id }) => own === undefined || id === own)
    .map(({ id }) => ({
      seats: ofDoctors.map((place) => placeOf(place, id, true)),
      isTaken: (taken) => taken.practitionerId === id && !rooms.has(taken.placeId),
    }));
}

const isEverOpen = (groups: readonly Seats[]) =>
  groups.some(({ seats }) => seats.some(({ hours }) => hours.length > 0));
