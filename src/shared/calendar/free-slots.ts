import { addDays, manilaDay, manilaInstant } from "#shared/formats/dates.ts";
import { type DayOff, openFrom } from "./closed-days.ts";
import { MIDNIGHT, type OpenHours } from "./hours.ts";

type SlotPlace = {
  id: number;
  hours: readonly OpenHours[];
  slotMinutes: number;
  practitionerId?: number | undefined;
};

/** `startsAt` is an ISO instant. */
export type Taken = { startsAt: string; minutes: number };

/** `practitionerId`: whose, where several doctors practise. */
export type Slot = Taken & { placeId: number; practitionerId?: number };

type Span = { start: number; end: number };

const spanOf = ({ startsAt, minutes }: Taken): Span => {
  const start = Date.parse(startsAt);
  return { start, end: start + minutes * 60_000 };
};

const meet = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

/** Whether two overlap: one that ends when the other starts does not. */
export const areAtOnce = (one: Taken, other: Taken): boolean => meet(spanOf(one), spanOf(other));

/**
 * Free slots within the opening hours, the earliest first. They start every `slotMinutes` from the opening of the place.
 *
 * @param taken at any place: the doctor is at one at a time
 * @param from the first instant
 * @param days how many Manila days are searched, including the day of `from`
 * @param most the limit of all, and of one day at one place
 * @param minutes the length of each; the place's slot length by default
 */
export function freeSlots(
  places: readonly SlotPlace[],
  taken: readonly Taken[],
  daysOff: readonly DayOff[],
  {
    from,
    days,
    most,
    minutes,
  }: { from: Date; days: number; most: { inAll: number; ofDay: number }; minutes?: number | undefined },
): Slot[] {
  const first = manilaDay(from);
  const busy = taken.map(spanOf);
  const found: Slot[] = [];
  for (let ahead = 0; ahead < days && found.length < most.inAll; ahead++) {
    const day = addDays(first, ahead);
    const ofDay = places.flatMap((place) => {
      const long = minutes ?? place.slotMinutes;
      const free: Slot[] = [];
      for (const { from: opens, to: closes } of openFrom(place, day, daysOff))
        for (
          let at = opens;
          at < MIDNIGHT && at + long <= closes && free.length < most.ofDay;
          at += place.slotMinutes
        ) {
          const start = manilaInstant(day, at).getTime();
          const isBusy = busy.some((each) => meet(each, { start, end: start + long * 60_000 }));
          if (start >= from.getTime() && !isBusy)
            free.push({
              placeId: place.id,
              startsAt: new Date(start).toISOString(),
              minutes: long,
              ...(place.practitionerId !== undefined && { practitionerId: place.practitionerId }),
            });
        }
      return free;
    });
    found.push(...ofDay.sort((one, other) => one.startsAt.localeCompare(other.startsAt)));
  }
  return found.slice(0, most.inAll);
}
