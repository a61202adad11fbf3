import { holidayOn } from "./holidays.ts";

/** A clinic's exception for a day: closed, or open despite a holiday. */
export type DayOff = {
  /** Null for all places. */
  placeId: number | null;
  firstDay: string;
  lastDay: string;
  isOpen: boolean;
  note: string | null;
};

/** Why a place is closed on a day, or null. The clinic's own exceptions take precedence over holidays. */
export function closedBecause(day: string, placeId: number, daysOff: readonly DayOff[]): string | null {
  const said = daysOff.filter(
    (off) => off.firstDay <= day && day <= off.lastDay && (off.placeId === null || off.placeId === placeId),
  );
  const closed = said.find(({ isOpen }) => !isOpen);
  if (closed) return closed.note || "Day off";
  if (said.length > 0) return null;
  return holidayOn(day)?.name ?? null;
}
