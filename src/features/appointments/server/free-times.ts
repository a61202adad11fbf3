import { FREE_TIMES_WITHIN } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { listPlaces } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { listDaysOff } from "#server/days-off.ts";
import { freeSlots, type Slot } from "#shared/calendar/free-slots.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { LONGEST, takenBetween } from "./appointment-rows.ts";

const most = { inAll: 12, ofDay: 3 };
/** Days per query, and the most queries. */
const daysOfRead = 14;
const mostReads = FREE_TIMES_WITHIN / daysOfRead;

type Wanted = { from?: string | undefined; placeId?: number | undefined; minutes?: number | undefined };

/** The first free times from a day on, or from now. */
export async function listFreeTimes(clinic: ClinicScope, wanted: Wanted, now: Date): Promise<Slot[]> {
  const { from, placeId, minutes } = wanted;
  const firstDay = manilaDayRange(from ?? manilaDay(now)).start;
  const places = (await listPlaces(clinic)).filter(
    ({ id, isActive }) => isActive && (placeId === undefined || id === placeId),
  );
  let start = new Date(Math.max(firstDay.getTime(), now.getTime()));
  const daysOff = await listDaysOff(clinic, manilaDay(start));
  const found: Slot[] = [];
  for (let read = 0; read < mostReads && found.length < most.inAll && isEverOpen(places); read++) {
    const end = manilaDayRange(addDays(manilaDay(start), daysOfRead)).start;
    // The last times of the last day may run over midnight.
    const taken = await takenBetween(clinic, { start, end: new Date(end.getTime() + LONGEST) });
    const left = { ...most, inAll: most.inAll - found.length };
    found.push(...freeSlots(places, taken, daysOff, { from: start, days: daysOfRead, most: left, minutes }));
    start = end;
  }
  return found;
}

const isEverOpen = (places: readonly Place[]) => places.some(({ hours }) => hours.length > 0);
