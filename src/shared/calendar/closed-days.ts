import { addDays } from "#shared/formats/dates.ts";
import { holidayOn } from "./holidays.ts";
import { type Interval, MIDNIGHT, type OpenHours, openOn } from "./hours.ts";
import { noLongerUsed } from "./no-longer-used.ts";

/** A clinic's exception for a day: closed, or open despite a holiday. */
export type DayOff = {
  /** Null for all places. */
  placeId: number | null;
  /** Set for one doctor's. */
  practitionerId?: number | undefined;
  firstDay: string;
  lastDay: string;
  isOpen: boolean;
  note: string | null;
};

/** Where an appointment is, and with whom where several doctors practise. */
export type Seat = { placeId: number; practitionerId?: number | undefined };

/**
 * Why a place is closed on a day, or its doctor is not there, or null. The clinic's own exceptions take precedence over
 * holidays.
 */
export function closedBecause(
  day: string,
  { placeId, practitionerId }: Seat,
  daysOff: readonly DayOff[],
): string | null {
  const exceptions = daysOff.filter(
    (off) =>
      off.firstDay <= day &&
      day <= off.lastDay &&
      (off.placeId === null || off.placeId === placeId) &&
      (off.practitionerId === undefined || off.practitionerId === practitionerId),
  );
  const closed = exceptions.find(({ isOpen }) => !isOpen);
  if (closed) return closed.note || "Day off";
  if (exceptions.length > 0) return null;
  return holidayOn(day)?.name ?? null;
}

/** With whose hours it has, where several doctors practise. */
type Place = {
  id: number;
  name: string;
  isActive: boolean;
  hours: readonly OpenHours[];
  practitionerId?: number | undefined;
};

/**
 * The opening hours of a place that start on a day; none on a day off. Those until midnight go on, beyond 24 hours,
 * where it is open from midnight on the next day.
 */
export function openFrom(
  place: Pick<Place, "id" | "hours" | "practitionerId">,
  day: string,
  daysOff: readonly DayOff[],
): Interval[] {
  const openThen = (then: string) =>
    closedBecause(then, seatOf(place), daysOff) === null ? openOn(place.hours, then) : [];
  const open = openThen(day);
  const last = open.at(-1);
  const [next] = last?.to === MIDNIGHT ? openThen(addDays(day, 1)) : [];
  if (last && next?.from === 0) last.to += next.to;
  return open;
}

export const seatOf = ({ id, practitionerId }: Pick<Place, "id" | "practitionerId">): Seat => ({
  placeId: id,
  practitionerId,
});

/** "Main clinic is closed then: Bonifacio Day." of a time of a day, or of the whole day; null if it is open. */
export function closedThen(
  place: Place,
  day: string,
  time: Interval | null,
  daysOff: readonly DayOff[],
): string | null {
  const unused = noLongerUsed(place);
  if (unused !== null) return `${unused}.`;
  const open = openFrom(place, day, daysOff);
  const isOpen = time ? open.some(({ from, to }) => from <= time.from && time.to <= to) : open.length > 0;
  const why = closedBecause(day, seatOf(place), daysOff) ?? (isOpen ? null : "outside clinic hours");
  return why === null ? null : `${place.name} is closed then: ${why}.`;
}
