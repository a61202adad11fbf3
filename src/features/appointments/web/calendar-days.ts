import type { Appointment } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { closedBecause, type DayOff, seatOf } from "#shared/calendar/closed-days.ts";
import { freeSlots } from "#shared/calendar/free-slots.ts";
import { type Interval, merged, openOn } from "#shared/calendar/hours.ts";
import { isTakenOff } from "#shared/clinical/visit-states.ts";
import {
  formatClock,
  manilaDay,
  manilaDayRange,
  manilaInstant,
  manilaMinute,
} from "#shared/formats/dates.ts";

export const dayOf = ({ startsAt }: Pick<Appointment, "startsAt">) => manilaDay(new Date(startsAt));

/** Minutes since midnight, in Manila. */
export const timesOf = ({ startsAt, minutes }: Pick<Appointment, "startsAt" | "minutes">): Interval => {
  const from = manilaMinute(new Date(startsAt));
  return { from, to: from + minutes };
};

/** "Peñaranda" of "Peñaranda, Rosario Abellana": the short name in the calendar. */
export const surnameOf = (name: string) => name.split(",")[0] ?? name;

/** A place, with the hours of one doctor where several practise. */
export type SeatPlace = Place & { practitionerId?: number };

export type PlaceDay = { place: SeatPlace; open: Interval[]; closed: string | null };

/** When the shown places are open on a day. */
export const placesOn = (day: string, places: readonly SeatPlace[], daysOff: readonly DayOff[]): PlaceDay[] =>
  places.map((place) => {
    const closed = closedBecause(day, seatOf(place), daysOff);
    return { place, open: closed === null ? openOn(place.hours, day) : [], closed };
  });

/** Of all places, in their order, without overlaps. */
export const openTimes = (placeDays: readonly PlaceDay[]): Interval[] =>
  merged(placeDays.flatMap(({ open }) => open));

/** Why the clinic is closed on a day: a holiday, a day off, or no hours at all. */
export function whyClosed(placeDays: readonly PlaceDay[]): string | null {
  if (placeDays.some(({ open }) => open.length > 0)) return null;
  return placeDays.find(({ closed }) => closed !== null)?.closed ?? "Closed";
}

export type FreeTime = { place: SeatPlace; from: number; to: number };

/**
 * The free slots of a day that are still to come.
 *
 * @param appointments at any place; those of the days before and after may run into this one
 */
export function freeOn(
  day: string,
  places: readonly SeatPlace[],
  {
    appointments,
    daysOff,
    now,
  }: { appointments: readonly Appointment[]; daysOff: readonly DayOff[]; now: Date },
): FreeTime[] {
  const { start, end } = manilaDayRange(day);
  if (end <= now) return [];
  const taken = appointments.filter((each) => !isTakenOff(each));
  const from = now > start ? now : start;
  const all = { inAll: Number.POSITIVE_INFINITY, ofDay: Number.POSITIVE_INFINITY };
  return freeSlots(places, taken, daysOff, { from, days: 1, most: all }).flatMap((slot) => {
    const place = places.find(({ id }) => id === slot.placeId);
    return place ? [{ place, ...timesOf(slot) }] : [];
  });
}

/** "9:30 AM". */
export const clockAt = (day: string, minute: number) => formatClock(manilaInstant(day, minute));

/** An appointment's column of its group: of 1, or of 2. */
export type Placed = { appointment: Appointment; column: number; of: number };

/** The rest of a crowded group: a day's column has room for one legible name beside it. */
export type Crowd = Interval & { count: number };

/**
 * Puts overlapping ones side by side. In a group that needs more than two columns only the first column is shown, and
 * the others are counted beside it.
 */
export function columnsOf(appointments: readonly Appointment[]): { shown: Placed[]; crowds: Crowd[] } {
  const shown: Placed[] = [];
  const crowds: Crowd[] = [];
  let group: (Interval & { appointment: Appointment; column: number })[] = [];
  const close = () => {
    const of = Math.max(0, ...group.map(({ column }) => column)) + 1;
    const isCrowded = of > 2;
    const rest = isCrowded ? group.filter(({ column }) => column > 0) : [];
    for (const { appointment, column } of group)
      if (!isCrowded || column === 0) shown.push({ appointment, column, of: Math.min(of, 2) });
    if (isCrowded)
      crowds.push({
        from: Math.min(...rest.map(({ from }) => from)),
        to: Math.max(...rest.map(({ to }) => to)),
        count: rest.length,
      });
    group = [];
  };
  const sorted = [...appointments].sort((one, other) => timesOf(one).from - timesOf(other).from);
  for (const appointment of sorted) {
    const { from, to } = timesOf(appointment);
    if (group.every((each) => each.to <= from)) close();
    const used = new Set(group.filter((each) => each.to > from).map(({ column }) => column));
    let column = 0;
    while (used.has(column)) column++;
    group.push({ appointment, column, from, to });
  }
  close();
  return { shown, crowds };
}
